"""Games as flat arrays, and what kernels work out on them: values and best responses."""
