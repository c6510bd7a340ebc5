"""Fault injection: several processes, resilient clients and what `/readyz` says meanwhile."""
