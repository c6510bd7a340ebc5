"""Analyses of finished matches: asked for by people, queued as rows, worked out in processes of
their own.
"""
