import AVFAudio
import AudioToolbox
import Foundation
import Testing

extension Conformance {
    /// AVAudioPlayer and AVAudioRecorder: what they say before, while and after they are used, without listening to them.
    @Suite(.serialized) struct Players {
        private let folder: Folder

        init() throws { folder = try Folder() }

        private func player(seconds: Double = 1, channels: Int = 1) throws -> AVAudioPlayer {
            let url = folder.file("player.wav")
            try writeFile(url, (0..<channels).map { _ in zeros(Int(seconds * 44_100)) })
            return try AVAudioPlayer(contentsOf: url)
        }

        @Test func aNewPlayerHasItsDefaults() throws {
            let player = try player()
            check("new player: isPlaying", player.isPlaying, is: false)
            check("new player: currentTime", player.currentTime, is: 0)
            check("new player: isMeteringEnabled", player.isMeteringEnabled, is: false)
            check("new player: delegate", player.delegate == nil)
            check("new player: data", player.data == nil)
            check("new player: url", player.url?.lastPathComponent ?? "nil", is: "player.wav")
            record("new player: volume", player.volume)
            record("new player: pan", player.pan)
            record("new player: rate", player.rate)
            record("new player: enableRate", player.enableRate)
            record("new player: numberOfLoops", player.numberOfLoops)
        }

        @Test(arguments: [0.1, 0.5, 1, 2.5, 10])
        func theDurationIsThatOfTheFile(seconds: Double) throws {
            check("duration of \(seconds) s", try player(seconds: seconds).duration, near: seconds, within: 1e-4)
        }

        @Test(arguments: [1, 2])
        func theFormatIsThatOfTheFile(channels: Int) throws {
            let player = try player(channels: channels)
            check("player of \(channels) ch: numberOfChannels", player.numberOfChannels, is: channels)
            check("player of \(channels) ch: rate of the format", player.format.sampleRate, is: 44_100)
            check("player of \(channels) ch: channels of the format", Int(player.format.channelCount), is: channels)
            let settings = player.settings
            check(
                "player of \(channels) ch: rate of the settings",
                (settings[AVSampleRateKey] as? NSNumber)?.doubleValue ?? 0,
                is: 44_100)
            check(
                "player of \(channels) ch: channels of the settings",
                (settings[AVNumberOfChannelsKey] as? NSNumber)?.intValue ?? 0, is: channels)
        }

        @Test(arguments: [0, 0.25, 0.5, 1] as [Float])
        func volumeAndPanAreKept(value: Float) throws {
            let player = try player()
            player.volume = value
            player.pan = value
            check("volume \(value) of a player", player.volume, is: value)
            check("pan \(value) of a player", player.pan, is: value)
            player.pan = -value
            check("pan \(-value) of a player", player.pan, is: -value)
        }

        @Test(arguments: [-1, 0, 1, 5])
        func loopsAreKept(count: Int) throws {
            let player = try player()
            player.numberOfLoops = count
            check("numberOfLoops \(count)", player.numberOfLoops, is: count)
        }

        @Test(arguments: [0.5, 1, 1.5, 2] as [Float])
        func theRateIsKeptWhenEnabled(rate: Float) throws {
            let player = try player()
            player.enableRate = true
            player.rate = rate
            check("rate \(rate) of a player", player.rate, is: rate)
        }

        @Test(arguments: [0, 0.25, 0.5, 0.9])
        func currentTimeCanBeSetBeforePlaying(time: Double) throws {
            let player = try player()
            player.currentTime = time
            check("currentTime \(time)", player.currentTime, near: time, within: 0.01)
        }

        @Test(arguments: [-1, 1.5, 100])
        func timesOutsideTheFileAreRecorded(time: Double) throws {
            let player = try player()
            player.currentTime = time
            record("currentTime set to \(time) of 1 s", player.currentTime)
            check("currentTime after \(time) is not negative", player.currentTime >= 0)
        }

        @Test func dataArePlayedAsFilesAre() throws {
            let url = folder.file("data.wav")
            try writeFile(url, [zeros(22_050)])
            let data = try Data(contentsOf: url)
            let player = try AVAudioPlayer(data: data)
            check("player of data: duration", player.duration, near: 0.5, within: 1e-4)
            check("player of data: url", player.url == nil)
            check("player of data: data", player.data?.count ?? 0, is: data.count)
            let hinted = try AVAudioPlayer(data: data, fileTypeHint: "com.microsoft.waveform-audio")
            check("player of data with a hint: duration", hinted.duration, near: 0.5, within: 1e-4)
        }

        @Test func badFilesThrow() throws {
            let missing = errorCode { _ = try AVAudioPlayer(contentsOf: folder.file("none.wav")) }
            check("player of a missing file: throws", missing != nil)
            record("player of a missing file: code", missing ?? 0)
            let noise = errorCode { _ = try AVAudioPlayer(data: Data([1, 2, 3, 4])) }
            check("player of noise: throws", noise != nil)
            record("player of noise: code", noise ?? 0)
            let empty = errorCode { _ = try AVAudioPlayer(data: Data()) }
            check("player of nothing: throws", empty != nil)
            record("player of nothing: code", empty ?? 0)
        }

        @Test func metersAreSilentBeforeASound() throws {
            let player = try player(channels: 2)
            player.isMeteringEnabled = true
            player.updateMeters()
            for channel in 0..<2 {
                check(
                    "averagePower of channel \(channel) before a sound", player.averagePower(forChannel: channel),
                    is: -160)
                check("peakPower of channel \(channel) before a sound", player.peakPower(forChannel: channel), is: -160)
            }
        }

        @Test func stopAndPauseWithoutPlayAreAllowed() throws {
            let player = try player()
            player.pause()
            check("isPlaying after pause without play", player.isPlaying, is: false)
            player.stop()
            check("isPlaying after stop without play", player.isPlaying, is: false)
        }

        private var settings: [String: Any] {
            [
                AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
            ]
        }

        @Test func aNewRecorderHasItsDefaults() throws {
            let url = folder.file("recorder.caf")
            let recorder = try AVAudioRecorder(url: url, settings: settings)
            check("new recorder: isRecording", recorder.isRecording, is: false)
            check("new recorder: currentTime", recorder.currentTime, is: 0)
            check("new recorder: isMeteringEnabled", recorder.isMeteringEnabled, is: false)
            check("new recorder: url", recorder.url.lastPathComponent, is: "recorder.caf")
            check("new recorder: rate of the format", recorder.format.sampleRate, is: 44_100)
            check("new recorder: channels of the format", recorder.format.channelCount, is: 1)
            check(
                "new recorder: rate of the settings",
                (recorder.settings[AVSampleRateKey] as? NSNumber)?.doubleValue ?? 0, is: 44_100)
            record("new recorder: the file exists", FileManager.default.fileExists(atPath: url.path))
        }

        @Test func deletingTakesTheFileAway() throws {
            let url = folder.file("deleted.caf")
            let recorder = try AVAudioRecorder(url: url, settings: settings)
            let prepared = recorder.prepareToRecord()
            record("prepareToRecord without a session", prepared)
            if prepared { check("prepareToRecord makes the file", FileManager.default.fileExists(atPath: url.path)) }
            recorder.stop()
            let deleted = recorder.deleteRecording()
            record("deleteRecording after prepareToRecord", deleted)
            if deleted { check("deleteRecording takes it away", !FileManager.default.fileExists(atPath: url.path)) }
        }

        @Test(arguments: [0, 99] as [Double])
        func badSettingsThrow(rate: Double) throws {
            var settings = settings
            settings[AVFormatIDKey] = Int(code("????"))
            let found = errorCode { _ = try AVAudioRecorder(url: folder.file("bad\(rate).caf"), settings: settings) }
            record("recorder of an unknown format into bad\(rate).caf: code", found.map(String.init) ?? "none")
        }

        @Test(arguments: [22_050.0, 44_100, 48_000])
        func aRecorderMadeOfAFormatHasIt(rate: Double) throws {
            let format = try standard(rate, 1)
            let recorder = try AVAudioRecorder(url: folder.file("format.caf"), format: format)
            check("recorder of a format of \(rate) Hz", recorder.format.sampleRate, is: rate)
        }
    }
}
