"""HTTP below the routes: request bodies, content codings, cursors, the access log."""
