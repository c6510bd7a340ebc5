"""The bus: how processes hear of one another, in memory or over one Redis or several."""
