// swift-format-ignore-file
import AVFoundation

enum LoadProperties {
    static func run() throws {
        let url = try sine(seconds: 1.5)
        nonisolated(unsafe) var result: String?
        Task { @MainActor in
            do {
                let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
                let (duration, playable) = try await asset.load(.duration, .isPlayable)
                let tracks = try await asset.loadTracks(withMediaType: .audio)
                let formats = try await tracks[0].load(.formatDescriptions)
                let basic = CMAudioFormatDescriptionGetStreamBasicDescription(formats[0])!.pointee
                let metadata = try await asset.load(.metadata)
                _ = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
                check(playable && abs(CMTimeGetSeconds(duration) - 1.5) < 0.001, "\(duration)")
                check(basic.mSampleRate == 44_100 && basic.mChannelsPerFrame == 2, "\(basic)")
                result = "ok"
            } catch { result = "\(error)" }
        }
        wait { result != nil }
        check(result == "ok", result ?? "nothing")
        let asset = AVAsset(url: url)
        nonisolated(unsafe) var old = false
        asset.loadValuesAsynchronously(forKeys: ["duration", "tracks"]) {
            var error: NSError?
            check(asset.statusOfValue(forKey: "duration", error: &error) == .loaded, "\(String(describing: error))")
            DispatchQueue.main.async { old = true }
        }
        wait { old }
        check(asset.tracks(withMediaType: .audio).count == 1, "tracks")
    }
}
