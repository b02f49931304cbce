// swift-format-ignore-file
import AVFoundation

enum ExportToM4A {
    static func run() throws {
        let composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
        let first = AVURLAsset(url: try sine("a.wav", seconds: 1))
        let second = AVURLAsset(url: try sine("b.wav", hertz: 880, seconds: 1))
        try track.insertTimeRange(
            CMTimeRange(start: .zero, duration: first.duration), of: first.tracks(withMediaType: .audio)[0], at: .zero)
        try track.insertTimeRange(
            CMTimeRangeMake(start: .zero, duration: second.duration), of: second.tracks(withMediaType: .audio)[0],
            at: composition.duration)
        let export = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetAppleM4A)!
        export.outputURL = folder.appendingPathComponent("joined.m4a")
        export.outputFileType = .m4a
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: CMTime(seconds: 0.5, preferredTimescale: 600)))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        export.audioMix = mix
        nonisolated(unsafe) var done = false
        export.exportAsynchronously { DispatchQueue.main.async { done = true } }
        wait { done }
        check(export.status == .completed, "\(export.status.rawValue) \(String(describing: export.error))")
        let result = AVURLAsset(url: export.outputURL!)
        check(abs(result.duration.seconds - 2) < 0.05, "\(result.duration.seconds)")
    }
}
