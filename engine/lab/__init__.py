"""Lab: measures the strength of bots and trains the model of the chances of winning.

Unlike the rest of the engine it reads clocks, writes files and starts processes; nothing below
imports it.
"""
