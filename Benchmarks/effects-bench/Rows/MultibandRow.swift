import SordinoGraph

/// Four bands, all compressing.
let multibandRow = Row(
    name: "multiband compressor, 4 bands", unit: { MultibandCompressor() },
    peers: [
        .ladspa(
            "LSP multiband, 4 bands", library: Peer.lsp,
            label: "http://lsp-plug.in/plugins/ladspa/mb_compressor_stereo",
            settings: [("Ratio", 4), ("Attack threshold", 0.1)]),
        .sox(
            "mcompand '0.08,0.12 6:-70,-60,-20' 120 '0.08,0.12 6:-70,-60,-20' 700 '0.08,0.12 6:-70,-60,-20' 3000 "
                + "'0.08,0.12 6:-70,-60,-20'"),
    ])
