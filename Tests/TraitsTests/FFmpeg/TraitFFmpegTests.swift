import CAVCodec
import Testing

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
