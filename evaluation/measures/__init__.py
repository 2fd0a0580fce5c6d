"""Quality of policies: values, best responses, bounds, linear programs."""
