import CPipeWire
import Testing

// With the trait on, the headers may still be missing on this machine: the shim is then empty, the build continues.
@Test func pipeWireIsBuiltInOnlyWithItsTraitAndKnowsItsVersion() {
    let version = sordino_pipewire_headers_version().map { String(cString: $0) }
    #if SORDINO_PIPEWIRE
    if let version { #expect(version.split(separator: ".").compactMap { Int($0) }.count == 3, "\(version)") }
    #else
    #expect(version == nil)
    #endif
}
