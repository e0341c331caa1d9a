# OpenCouncil over stdio, with OCR, as an ordinary user. The vault lives in the volume /data.
#
#   docker build -t opencouncil .
#   docker run --rm -v town:/data -v "$PWD/records:/records:ro" opencouncil ingest /records
#   docker run --rm -i --network none -v town:/data opencouncil
#
# With a Gemini key leave out --network none and add -e GEMINI_API_KEY (the value comes from your shell).
# HTTP: publish to loopback and give a token:
#   docker run --rm -p 127.0.0.1:8765:8765 -e OPENCOUNCIL_TOKEN -v town:/data opencouncil \
#     serve --http 8765 --host 0.0.0.0 --allow-remote --allow-host localhost --allow-host 127.0.0.1

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY opencouncil opencouncil
COPY mcp_server mcp_server
COPY pipeline pipeline
COPY hop_controller hop_controller
COPY prompts prompts
COPY vault vault
# Bytecode is made here: the user of the image below cannot write it, and a start without it takes far longer.
RUN python -m venv /opt/opencouncil \
    && /opt/opencouncil/bin/pip install --no-cache-dir --disable-pip-version-check --compile ".[gemini]"

FROM python:3.13-slim
LABEL io.modelcontextprotocol.server.name="io.github.opencouncil/opencouncil" \
      org.opencontainers.image.title="OpenCouncil" \
      org.opencontainers.image.licenses="MIT"
RUN apt-get update \
    && apt-get install -y --no-install-recommends tesseract-ocr \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home --shell /usr/sbin/nologin opencouncil \
    && install -d -o opencouncil -g opencouncil -m 0700 /data
COPY --from=build /opt/opencouncil /opt/opencouncil
ENV PATH=/opt/opencouncil/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    OPENCOUNCIL_VAULT=/data/town.vault
VOLUME /data
WORKDIR /data
USER opencouncil
ENTRYPOINT ["opencouncil"]
CMD ["serve"]
