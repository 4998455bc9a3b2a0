# syntax=docker/dockerfile:1
# The server with the built web app. Runs as an unprivileged user with a read-only root file system; it writes to /data.
# Settings define sign-in, database and object store: see docs/operating/install.md.

FROM node:24.9.0-bookworm-slim AS tools
# For Casebook's own Node.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

FROM tools AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node packaging/build.mjs

# The packages that the server needs to run, without the tools that build and test. Without the embedded PostgreSQL: with
# containers, the database is another container or a service.
FROM tools AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund --workspace=server --workspace=domain --include-workspace-root \
  && node --input-type=module -e "import { installNode } from './scripts/setup.mjs'; await installNode()"

FROM debian:12.12-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 casebook \
  && useradd --uid 10001 --gid casebook --home-dir /data --shell /usr/sbin/nologin casebook \
  && install -d -o casebook -g casebook -m 700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/domain domain
COPY --from=build /app/server server
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/dist/schema.graphql schema.graphql
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data PATH=/app/node_modules/node/bin:$PATH
USER 10001:10001
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# To run a command: docker run … IMAGE server/src/cli.ts COMMAND
ENTRYPOINT ["tini", "--", "node"]
CMD ["server/src/main.ts"]
