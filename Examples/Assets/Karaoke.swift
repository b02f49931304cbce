import AVFoundation

/// Puts a voice over a song, which steps back while the voice is heard, and writes both as one file.
func karaoke(song: URL, voice: URL, to target: URL) async throws {
    let composition = AVMutableComposition()
    var tracks: [AVMutableCompositionTrack] = []
    for url in [song, voice] {
        guard let source = try await AVURLAsset(url: url).loadTracks(withMediaType: .audio).first,
            let track = composition.addMutableTrack(
                withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        else { fail("\(url.lastPathComponent) has no sound") }
        try track.insertTimeRange(try await source.load(.timeRange), of: source, at: .zero)
        tracks.append(track)
    }
    // Half as loud after a quarter of a second, and back at the end of the voice.
    let step = CMTime(value: 1, timescale: 4)
    let end = tracks[1].timeRange.end
    let parameters = AVMutableAudioMixInputParameters(track: tracks[0])
    parameters.setVolumeRamp(
        fromStartVolume: 1, toEndVolume: 0.5, timeRange: CMTimeRange(start: .zero, duration: step))
    parameters.setVolumeRamp(
        fromStartVolume: 0.5, toEndVolume: 1, timeRange: CMTimeRange(start: end, duration: step))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A) else {
        fail("the composition cannot be exported")
    }
    session.audioMix = mix
    try? FileManager.default.removeItem(at: target)
    try await session.export(to: target, as: .m4a)
    let length = try await AVURLAsset(url: target).load(.duration)
    say("wrote \(String(format: "%.2f", length.seconds)) s")
}
