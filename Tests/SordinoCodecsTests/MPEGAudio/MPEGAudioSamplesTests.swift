import Foundation
import Testing

@testable import SordinoCodecs

/// Files of the real world that are no part of the project; skipped where they are absent.
@Suite struct MPEGAudioSamplesTests {
    static let folder = RealFiles.folder.map { $0 + "/mpegaudio/" }

    /// Files that libavcodec decodes from the first packet on; with channels and decoder.
    ///
    /// Left out: files that change their channels, lack packets, or need the band of 24 kHz that libavcodec has wrong.
    static let files: [(name: String, channels: Int, decoder: String)] = [
        ("atl__mp2Layer1.mp2", 2, "mp1float"), ("minimp3__l1-fl8.mp1", 2, "mp1float"),
        ("fzc__test27.mp2", 2, "mp2float"),
        ("minimp3__l2-fl14.mp2", 2, "mp2float"), ("minimp3__l2-test32.mp2", 2, "mp2float"),
        ("minimp3__M2L3_bitrate_22_all.mp3", 1, "mp3float"), ("minimp3__l3-he_32khz.mp3", 1, "mp3float"),
        ("minimp3__l3-si_block.mp3", 1, "mp3float"), ("media__bear-vbr-vbri-header.mp3", 2, "mp3float"),
        ("audioscan__v2.4-rva2-neg.mp3", 2, "mp3float"), ("swiftaudioex__nasa_throttle_up.mp3", 2, "mp3float"),
        ("cts__shiftjis1.mp3", 1, "mp3float"),
    ]

    @Test(
        .enabled(if: MPEGAudioFiles.ffmpeg != nil && folder != nil), arguments: files.indices)
    func samplesSoundAsLibavcodecDecodesThem(_ index: Int) throws {
        let (name, channels, codec) = Self.files[index]
        let path = try #require(Self.folder) + name
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let theirs = try MPEGAudioFiles.decoded(path, decoder: codec)
        let decoder = try MPEGAudioDecoder(channelCount: channels)
        let (ours, errorCount) = MPEGAudioFiles.played(MPEGAudioFiles.frames(file), decoder)
        let packet = decoder.framesPerPacket * channels
        #expect(errorCount == 0)
        #expect(theirs.count >= packet * 8)
        let difference = MPEGAudioFiles.difference(ours, theirs, delays: [0, packet])
        #expect(difference.mean < 0.1, "\(name)")
        #expect(difference.most < 0.5, "\(name)")
    }
}
