#if os(iOS) || os(Linux)
import AVFAudio
import Foundation
import Testing

extension Conformance {
    /// AVAudioSession: what one process sees of it, without a device that changes.
    @Suite(.serialized) struct Sessions {
        private let session = AVAudioSession.sharedInstance()

        @Test(arguments: [
            AVAudioSession.Category.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
        ])
        func aCategoryIsKept(category: AVAudioSession.Category) throws {
            let name = category.rawValue
            check("\(name) is available", session.availableCategories.contains(category))
            try session.setCategory(category)
            check("\(name) is kept", session.category.rawValue, is: name)
            check(
                "\(name): the mode is the default one", session.mode.rawValue, is: AVAudioSession.Mode.default.rawValue)
            record("\(name): options", session.categoryOptions.rawValue)
            try session.setCategory(.soloAmbient)
        }

        @Test(arguments: [
            (AVAudioSession.Mode.moviePlayback, AVAudioSession.Category.playback), (.spokenAudio, .playback),
            (.voiceChat, .playAndRecord), (.videoChat, .playAndRecord), (.gameChat, .playAndRecord),
            (.videoRecording, .playAndRecord), (.measurement, .record), (.voicePrompt, .playback),
        ])
        func aModeIsKept(mode: AVAudioSession.Mode, category: AVAudioSession.Category) throws {
            let name = "\(mode.rawValue) with \(category.rawValue)"
            try session.setCategory(category, mode: mode)
            check("\(name): mode", session.mode.rawValue, is: mode.rawValue)
            check("\(name): category", session.category.rawValue, is: category.rawValue)
            record("\(name): options", session.categoryOptions.rawValue)
            try session.setCategory(.soloAmbient)
            record("\(name): the mode after another category is set", session.mode.rawValue)
        }

        /// "Side effects" of options, as AVAudioSession.h states them.
        @Test(arguments: [
            (AVAudioSession.CategoryOptions.mixWithOthers, false), (.duckOthers, true),
            (.interruptSpokenAudioAndMixWithOthers, true),
        ])
        func optionsImplyThatOthersAreMixed(options: AVAudioSession.CategoryOptions, implies: Bool) throws {
            try session.setCategory(.playback, options: options)
            check("options \(options.rawValue) are kept", session.categoryOptions.contains(options))
            check("options \(options.rawValue) mix with others", session.categoryOptions.contains(.mixWithOthers))
            try session.setCategory(.soloAmbient)
        }

        @Test(arguments: [
            (AVAudioSession.Category.playback, AVAudioSession.CategoryOptions.defaultToSpeaker),
            (.ambient, .defaultToSpeaker), (.record, .defaultToSpeaker), (.record, .mixWithOthers),
        ])
        func optionsOfOtherCategoriesAreRefused(
            category: AVAudioSession.Category, options: AVAudioSession.CategoryOptions
        ) throws {
            let found = errorCode { try session.setCategory(category, options: options) }
            // The header says of this option alone that setting the category fails.
            if options == .defaultToSpeaker {
                check("options \(options.rawValue) with \(category.rawValue) are refused", found != nil)
            }
            record("options \(options.rawValue) with \(category.rawValue): code", found ?? 0)
            try session.setCategory(.soloAmbient)
        }

        @Test(arguments: [0.005, 0.01, 0.023, 0.1])
        func thePreferredDurationIsKept(duration: Double) throws {
            try session.setPreferredIOBufferDuration(duration)
            check("preferredIOBufferDuration \(duration)", session.preferredIOBufferDuration, near: duration)
            try session.setPreferredIOBufferDuration(0)
        }

        @Test(arguments: [44_100.0, 48_000])
        func thePreferredRateIsKept(rate: Double) throws {
            try session.setPreferredSampleRate(rate)
            check("preferredSampleRate \(rate)", session.preferredSampleRate, is: rate)
            try session.setPreferredSampleRate(0)
        }

        @Test func theSessionIsOne() {
            check("sharedInstance is one object", AVAudioSession.sharedInstance() === session)
        }

        @Test func whatTheSessionSaysOfItsDevice() {
            record("sampleRate of the session", session.sampleRate)
            record("ioBufferDuration of the session", session.ioBufferDuration)
            record("outputLatency of the session", session.outputLatency)
            record("outputVolume of the session", session.outputVolume)
            record("outputs of the route", session.currentRoute.outputs.map(\.portType.rawValue))
            record("isOtherAudioPlaying", session.isOtherAudioPlaying)
            record("secondaryAudioShouldBeSilencedHint", session.secondaryAudioShouldBeSilencedHint)
            check("outputVolume is from 0 to 1", (0...1).contains(session.outputVolume))
            check("sampleRate is positive", session.sampleRate > 0)
            check("maximum numbers of channels are not negative", session.maximumOutputNumberOfChannels >= 0)
        }
    }
}
#endif
