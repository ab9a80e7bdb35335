# The image of web, worker and beat (docker-compose.yml).
FROM python:3.11-slim-bookworm

RUN apt-get update \
 && apt-get install --no-install-recommends --yes libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 postgresql-client \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/etui
COPY requirements-server.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements-server.lock
COPY . .
RUN python tools/compile_messages.py \
 && python -m compileall -q . \
 && useradd --system --home-dir /srv/etui etui \
 && install --directory --owner etui var
USER etui
# The container's own files are read-only: what is made anew at each start goes to /tmp.
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 XDG_CACHE_HOME=/tmp DJANGO_SETTINGS_MODULE=config.settings.prod
EXPOSE 8000
