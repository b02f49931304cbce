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

@Test(arguments: [
    ("0.3.65", "client-rt.conf"), ("1.2.7", "client-rt.conf"), ("1.3.80", "client-rt.conf"), ("1.3.81", "client.conf"),
    ("1.4.2", "client.conf"), ("2.0.0", "client.conf"), ("odd", "client.conf"),
])
func newerPipeWireIsNotAskedForTheConfigurationThatItWarnsOf(version: String, name: String) {
    #if SORDINO_PIPEWIRE
    guard sordino_pipewire_headers_version() != nil else { return }
    #expect(String(cString: cpw_realtime_configuration(version)) == name)
    #else
    #expect(String(cString: cpw_realtime_configuration(version)) == "client.conf")
    #endif
}
