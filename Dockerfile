# The server with the built web app. Runs as an unprivileged user with a read-only root file system; it writes to /data.
# Settings define sign-in, database and object store: see docs/operating/install.md. Needs BuildKit (Docker 20.10 or later):
#   docker build -t casebook .
# Behind a proxy that inspects TLS, with the certificate of its authority, which does not get into the image:
#   docker build -t casebook --secret id=ca,src=/etc/ssl/certs/ca-certificates.crt .
# packaging/pin-images.sh writes the digests of other versions.
ARG NODE_IMAGE=node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
ARG DEBIAN_IMAGE=debian:trixie-20261005-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f

FROM ${NODE_IMAGE} AS manifests
# For Casebook's own Node.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# First what names the packages, so that a change of the sources installs none of them again.
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY robustness/package.json robustness/
COPY scripts/setup.mjs scripts/run.mjs scripts/freshness.mjs scripts/
COPY packaging/container/with-authority packaging/container/

# What builds the web app.
FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=ca \
  sh packaging/container/with-authority npm ci --omit=dev --no-audit --no-fund \
  && sh packaging/container/with-authority node --input-type=module -e "import { installNode } from './scripts/setup.mjs'; await installNode()"
COPY . .
RUN node packaging/build.mjs

# The packages that the server runs with. Without the embedded PostgreSQL: with containers, the database is another container
# or a service.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm --mount=type=secret,id=ca \
  sh packaging/container/with-authority npm ci --omit=dev --omit=optional --no-audit --no-fund --workspace=server --workspace=domain \
  && sh packaging/container/with-authority node --input-type=module -e "import { installNode } from './scripts/setup.mjs'; await installNode()" \
  # Node's headers, for compiling extensions.
  && rm -rf node_modules/node/node_modules

FROM ${DEBIAN_IMAGE}
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 casebook \
  && useradd --uid 10001 --gid casebook --home-dir /data --shell /usr/sbin/nologin casebook \
  && install -d -o casebook -g casebook -m 700 /data /backups
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/domain domain
COPY --from=build /app/server server
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/dist/schema.graphql schema.graphql
COPY --from=build /app/packaging/container/health.mjs health.mjs
COPY --from=build /app/packaging/backup.sh backup.sh
COPY --from=build /app/packaging/container/backup /usr/local/bin/casebook-backup
COPY --from=build /app/packaging/container/test-restore /usr/local/bin/casebook-test-restore
COPY --from=build /app/packaging/container/casebook /usr/local/bin/casebook
COPY --from=build /app/packaging/container/sbom.mjs sbom.mjs
# What is in the image: docker run --rm casebook cat sbom.cdx.json
RUN chmod 755 /usr/local/bin/casebook* \
  && node_modules/node/bin/node sbom.mjs /app > sbom.cdx.json && rm sbom.mjs
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data CASEBOOK_COMMAND=casebook PATH=/app/node_modules/node/bin:$PATH
USER 10001:10001
VOLUME /data
EXPOSE 4000
# Drains on SIGTERM: DRAIN_SECONDS, then up to 25 s for requests in progress. Docker's own 10 s are too short, and an image can't
# change them: run it with --stop-timeout 45, or stop it with docker stop --time 45. compose.yaml has stop_grace_period.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 CMD ["node", "/app/health.mjs"]
# To run a command: docker run … casebook casebook COMMAND, or docker exec … casebook COMMAND
ENTRYPOINT ["tini", "--"]
CMD ["node", "/app/server/src/main.ts"]
