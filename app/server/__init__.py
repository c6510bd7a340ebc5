"""Server process: uvicorn, its limits and its metrics; `app.tuning` makes it faster."""
