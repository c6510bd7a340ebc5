# The page
FROM node:22-bookworm-slim AS page
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web/ ./
RUN npm run build

# The server's Python environment
FROM python:3.13-slim-bookworm AS environment
RUN python -m venv /srv/conclave/.venv \
    && /srv/conclave/.venv/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary :all: uv==0.13.9
WORKDIR /srv/conclave
COPY requirements.lock ./
RUN .venv/bin/uv pip install --no-cache --python .venv/bin/python --compile-bytecode --require-hashes -r requirements.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY engine/ engine/
COPY app/ app/
COPY migrations/ migrations/
RUN .venv/bin/uv pip install --no-cache --python .venv/bin/python --no-deps -e . -e engine \
    && .venv/bin/python -m compileall -q app engine migrations

# What runs
FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /srv/conclave --shell /usr/sbin/nologin conclave
WORKDIR /srv/conclave
COPY --from=environment /srv/conclave ./
COPY --from=page /build/web/dist web/dist
RUN install -d -o conclave -g conclave var
# By number, so that Kubernetes can see that it is not root.
USER 10001
ENV PATH=/srv/conclave/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000
EXPOSE 8000
VOLUME /srv/conclave/var
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/healthz\", timeout=2)"]
CMD ["conclave", "serve"]
