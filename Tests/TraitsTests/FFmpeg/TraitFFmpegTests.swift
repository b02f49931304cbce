import CAVCodec
import Testing

@Test func libavcodecIsOpenedOnlyWithItsTraitAndIsNamedByItsFile() {
    let name = sordino_avcodec_file_name().map { String(cString: $0) }
    #if SORDINO_FFMPEG
    if let name {
        #expect(name.hasPrefix("libavcodec.so."), "\(name)")
        #expect(Int(name.dropFirst("libavcodec.so.".count)).map { (58...63).contains($0) } == true, "\(name)")
    }
    #else
    #expect(name == nil)
    #endif
}

@Test func anAbsentCodecNamesItsLibraryOrItsTrait() {
    var bytes = [CChar](repeating: 0, count: 200)
    cav_say_absence(&bytes, bytes.count)
    let words = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #if SORDINO_FFMPEG
    #expect(words.hasPrefix("libavcodec"), "\(words)")
    if !cav_is_available() { #expect(words.contains("its package is "), "\(words)") }
    #else
    #expect(words == "it is built without libavcodec (the trait FFmpeg)")
    #endif
}
