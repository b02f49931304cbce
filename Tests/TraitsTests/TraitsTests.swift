import CAVCodec
import CPipeWire
import CSystemd
import Testing

// With a trait on, its headers may still be missing on this machine: the shim is then empty, the build goes on.

@Test func pipeWireIsBuiltInOnlyWithItsTraitAndKnowsItsVersion() {
    let version = sordino_pipewire_headers_version().map { String(cString: $0) }
    #if SORDINO_PIPEWIRE
    if let version { #expect(version.split(separator: ".").compactMap { Int($0) }.count == 3, "\(version)") }
    #else
    #expect(version == nil)
    #endif
}

@Test func libavcodecIsBuiltInOnlyWithItsTraitAndIsNamedByItsFile() {
    let name = sordino_avcodec_file_name().map { String(cString: $0) }
    #if SORDINO_FFMPEG
    if let name {
        #expect(name.hasPrefix("libavcodec.so."), "\(name)")
        #expect(Int(name.dropFirst("libavcodec.so.".count)) != nil, "\(name)")
    }
    #else
    #expect(name == nil)
    #endif
}

#if !SORDINO_DBUS
@Test func theBusIsNotBuiltInWithoutItsTrait() {
    #expect(!sordino_bus_is_built_in())
}
#endif
