// swift-format-ignore-file
import AVFoundation
import MediaToolbox

final class TapState { nonisolated(unsafe) static var frames = 0 }

enum ProcessingTapOfItem {
    static func run() throws {
        let asset = AVURLAsset(url: try sine(seconds: 0.5))
        let item = AVPlayerItem(asset: asset)
        var callbacks = MTAudioProcessingTapCallbacks(
            version: kMTAudioProcessingTapCallbacksVersion_0, clientInfo: nil,
            init: { _, client, storage in storage.pointee = client }, finalize: { _ in },
            prepare: { _, _, _ in }, unprepare: { _ in },
            process: { tap, frames, flags, list, framesOut, flagsOut in
                MTAudioProcessingTapGetSourceAudio(tap, frames, list, flagsOut, nil, framesOut)
                TapState.frames += framesOut.pointee
            })
        var tap: MTAudioProcessingTap?
        check(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, kMTAudioProcessingTapCreationFlag_PostEffects, &tap), "tap")
        let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio)[0])
        parameters.audioTapProcessor = tap
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        item.audioMix = mix
        let player = AVPlayer(playerItem: item)
        player.play()
        wait { TapState.frames > 10_000 }
        check(TapState.frames > 10_000, "\(TapState.frames)")
    }
}
