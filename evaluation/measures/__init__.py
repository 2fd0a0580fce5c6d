"""How good a policy is: values, best responses, bounds, linear programs."""
