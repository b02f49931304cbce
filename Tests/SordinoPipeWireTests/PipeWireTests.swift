import PrivatePipeWire
import Testing

/// Tests against a real server; one test after the other, for each has deadlines of its own to keep.
@Suite(.serialized, .enabled(if: PrivatePipeWire.isInstalled, "skipped: no PipeWire server is installed"))
enum PipeWireTests {}
