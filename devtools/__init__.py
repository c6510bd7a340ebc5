"""Development tools that scripts, benches and tests share: services, browsers, marked sections."""
