"""What the tests share. On the path by this name (`pythonpath` of pytest), so that no other package can be taken for it."""
