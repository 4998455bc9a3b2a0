# syntax=docker/dockerfile:1
# The server with the built web app. Runs as an ordinary user over a read-only root file system; what it writes goes to
# /data. Sign-in, database and object store come by settings: see docs/operating/install.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node packaging/build.mjs

# The packages that the server needs to run, without the tools that build and test. The embedded PostgreSQL stays out:
# in a container the database is another container's or a service's.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund --workspace=server --workspace=domain --include-workspace-root \
  && node --input-type=module -e "import { installNode } from './scripts/setup.mjs'; await installNode()"

FROM debian:bookworm-slim
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
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data PATH=/app/node_modules/node/bin:$PATH
USER 10001:10001
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Commands beside the server: docker run … IMAGE server/src/cli.ts COMMAND
ENTRYPOINT ["tini", "--", "node"]
CMD ["server/src/main.ts"]
