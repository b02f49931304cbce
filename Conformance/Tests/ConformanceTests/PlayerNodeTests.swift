import AVFAudio
import Foundation
import Testing

extension Conformance {
    /// AVAudioPlayerNode: its schedule, its states, its times, its completions.
    @Suite struct PlayerNodes {
        private let offline: OfflineEngine
        private let player: AVAudioPlayerNode

        init() throws {
            offline = try OfflineEngine(channels: 1)
            player = offline.player()
            try offline.engine.start()
        }

        private func rendered(_ frames: Int, block: Int = 512) throws -> [Float] {
            try offline.render(frames, block: block)[0]
        }

        @Test func playPauseAndStopAreSeenAtOnce() throws {
            check("isPlaying of a new player node", player.isPlaying, is: false)
            player.play()
            check("isPlaying after play", player.isPlaying)
            player.pause()
            check("isPlaying after pause", player.isPlaying, is: false)
            player.play()
            check("isPlaying after pause and play", player.isPlaying)
            player.stop()
            check("isPlaying after stop", player.isPlaying, is: false)
        }

        @Test(arguments: [1, 100, 512, 1000])
        func buffersFollowOneAnotherWithoutAGap(block: Int) throws {
            for first in [1, 1001, 2001] {
                player.scheduleBuffer(try buffer([ramp(first..<first + 333)]), completionHandler: nil)
            }
            player.play()
            let made = try rendered(1100, block: block)
            let expected = ramp(1..<334) + ramp(1001..<1334) + ramp(2001..<2334) + zeros(101)
            check("three buffers in a row, in blocks of \(block)", made, near: expected, within: 0)
        }

        @Test(arguments: [(100, 333), (0, 50), (512, 562), (777, 4000)])
        func buffersAtTimesBeginThere(first: Int, second: Int) throws {
            for (start, value) in [(first, 1), (second, 5001)] {
                player.scheduleBuffer(
                    try buffer([ramp(value..<value + 50)]),
                    at: AVAudioTime(sampleTime: AVAudioFramePosition(start), atRate: 48_000), options: [],
                    completionHandler: nil)
            }
            player.play()
            var expected = zeros(second + 100)
            expected.replaceSubrange(first..<first + 50, with: ramp(1..<51))
            expected.replaceSubrange(second..<second + 50, with: ramp(5001..<5051))
            check("buffers at frames \(first) and \(second)", try rendered(second + 100), near: expected, within: 0)
        }

        @Test(arguments: [1, 2, 5])
        func aLoopRepeatsUntilItIsInterrupted(rounds: Int) throws {
            player.scheduleBuffer(try buffer([ramp(1..<101)]), at: nil, options: .loops, completionHandler: nil)
            player.play()
            let count = rounds * 100 + 50
            let looped = (0..<count).map { Float($0 % 100 + 1) / 32_768 }
            check("a loop of 100 frames in \(count) frames", try rendered(count), near: looped, within: 0)
            player.scheduleBuffer(try buffer([ramp(501..<511)]), at: nil, options: .interrupts, completionHandler: nil)
            check(
                "a buffer that interrupts after \(count) frames", try rendered(20), near: ramp(501..<511) + zeros(10),
                within: 0)
        }

        @Test(arguments: [10, 50, 99])
        func interruptsAtLoopWaitsForTheLoopsEnd(place: Int) throws {
            player.scheduleBuffer(try buffer([ramp(1..<101)]), at: nil, options: .loops, completionHandler: nil)
            player.play()
            _ = try rendered(place)
            player.scheduleBuffer(
                try buffer([ramp(501..<511)]), at: nil, options: .interruptsAtLoop, completionHandler: nil)
            let expected = ramp(place + 1..<101) + ramp(501..<511) + zeros(10)
            check("interruptsAtLoop from frame \(place)", try rendered(expected.count), near: expected, within: 0)
        }

        @Test(arguments: [0, 100, 999])
        func aSegmentOfAFileIsPlayed(start: Int) throws {
            let folder = try Folder()
            let url = folder.file("segment.wav")
            try writeFile(url, [ramp(1..<2001)], rate: 48_000)
            let file = try AVAudioFile(forReading: url)
            player.scheduleSegment(
                file, startingFrame: AVAudioFramePosition(start), frameCount: 500, at: nil, completionHandler: nil)
            player.play()
            let expected = ramp(start + 1..<start + 501) + zeros(100)
            check("a segment from frame \(start)", try rendered(600), near: expected, within: 0)
        }

        @Test func aWholeFileIsPlayed() throws {
            let folder = try Folder()
            let url = folder.file("whole.wav")
            try writeFile(url, [ramp(1..<10_001)], rate: 48_000)
            player.scheduleFile(try AVAudioFile(forReading: url), at: nil, completionHandler: nil)
            player.play()
            check("a file of 10000 frames", try rendered(10_100), near: ramp(1..<10_001) + zeros(100), within: 0)
        }

        @Test(arguments: [0, 100, 511, 512, 1000])
        func playAtATimeBeginsThere(start: Int) throws {
            player.scheduleBuffer(try buffer([ramp(1..<101)]), completionHandler: nil)
            player.play(at: AVAudioTime(sampleTime: AVAudioFramePosition(start), atRate: 48_000))
            let made = try rendered(start + 200)
            check("play(at: \(start))", made, near: zeros(start) + ramp(1..<101) + zeros(100), within: 0)
        }

        @Test(arguments: [64, 512])
        func pauseKeepsThePlaceAndTheTime(block: Int) throws {
            player.scheduleBuffer(try buffer([ramp(1..<2001)]), completionHandler: nil)
            player.play()
            check(
                "before pause, blocks of \(block)", try rendered(block, block: block), near: ramp(1..<1 + block),
                within: 0)
            player.pause()
            check("while paused, blocks of \(block)", try rendered(block, block: block), near: zeros(block), within: 0)
            player.play()
            check(
                "after pause, blocks of \(block)", try rendered(block, block: block),
                near: ramp(1 + block..<1 + 2 * block), within: 0)
        }

        @Test func stopForgetsTheSchedule() throws {
            player.scheduleBuffer(try buffer([ramp(1..<2001)]), completionHandler: nil)
            player.play()
            _ = try rendered(512)
            player.stop()
            player.play()
            check("nothing is heard after stop and play", try rendered(512), near: zeros(512), within: 0)
        }

        @Test func stopBeginsTheTimeLineAnew() throws {
            player.scheduleBuffer(try buffer([ramp(1..<2001)]), completionHandler: nil)
            player.play()
            _ = try rendered(1024)
            player.stop()
            player.scheduleBuffer(
                try buffer([ramp(5001..<5101)]), at: AVAudioTime(sampleTime: 100, atRate: 48_000), options: [],
                completionHandler: nil)
            player.play()
            let made = try rendered(300)
            check("frame 100 after stop and play", made, near: zeros(100) + ramp(5001..<5101) + zeros(100), within: 0)
        }

        @Test(arguments: [0, 512, 1000])
        func playerTimeCountsFromPlay(before: Int) throws {
            if before > 0 { _ = try rendered(before) }
            player.scheduleBuffer(try buffer([ramp(1..<2001)]), completionHandler: nil)
            player.play()
            _ = try rendered(512)
            let node = try #require(player.lastRenderTime)
            let time = try #require(player.playerTime(forNodeTime: node))
            check(
                "node and player time differ by the frames before play: \(before)",
                node.sampleTime - time.sampleTime, is: AVAudioFramePosition(before))
            check("rate of the player's time after \(before) frames", time.sampleRate, is: 48_000)
            record("player time after \(before) frames and a block of 512", time.sampleTime)
            let back = try #require(player.nodeTime(forPlayerTime: time))
            check("node time of a player time, after \(before) frames", back.sampleTime, is: node.sampleTime)
        }

        @Test func aPlayerThatDoesNotPlayHasNoTime() throws {
            _ = try rendered(512)
            let time = try #require(player.lastRenderTime)
            check("playerTime of a player that does not play", player.playerTime(forNodeTime: time) == nil)
        }

        @Test(arguments: [
            AVAudioPlayerNodeCompletionCallbackType.dataConsumed, .dataRendered, .dataPlayedBack,
        ])
        func aCompletionIsCalledWithTheTypeThatWasAskedFor(type: AVAudioPlayerNodeCompletionCallbackType) async throws {
            let sound = try buffer([ramp(1..<101)])
            let seen = Collected<Int>()
            player.scheduleBuffer(sound, at: nil, options: [], completionCallbackType: type) {
                seen.append($0.rawValue)
            }
            player.play()
            // In offline rendering the calls come while later blocks are rendered.
            for _ in 0..<2000 where seen.all.isEmpty {
                _ = try rendered(512)
                await Task.yield()
            }
            check("completion of type \(type.rawValue)", seen.all, is: [type.rawValue])
        }

        @Test func stopCallsTheCompletionsOfWhatIsLeft() async throws {
            let seen = Collected<Int>()
            for index in 0..<3 {
                player.scheduleBuffer(try buffer([ramp(1..<10_001)])) { seen.append(index) }
            }
            player.play()
            _ = try rendered(512)
            player.stop()
            for _ in 0..<2000 where seen.all.count < 3 {
                _ = try rendered(512)
                await Task.yield()
            }
            check("completions of flushed buffers", seen.all.sorted(), is: [0, 1, 2])
        }

        @Test func aPlayerTakesBuffersBeforeItIsConnected() throws {
            let other = AVAudioPlayerNode()
            offline.engine.attach(other)
            check("isPlaying of a player that is only attached", other.isPlaying, is: false)
            offline.engine.connect(other, to: offline.engine.mainMixerNode, format: offline.format)
            other.scheduleBuffer(try buffer([ramp(1..<101)]), completionHandler: nil)
            other.play()
            check(
                "a player connected while the engine runs", try rendered(200), near: ramp(1..<101) + zeros(100),
                within: 0)
        }

        @Test(arguments: [(44_100.0, 441), (24_000, 240), (96_000, 960)])
        func timesAtAnotherRateAreConverted(rate: Double, frame: Int) throws {
            player.scheduleBuffer(
                try buffer([ramp(1..<11)]), at: AVAudioTime(sampleTime: AVAudioFramePosition(frame), atRate: rate),
                options: [], completionHandler: nil)
            player.play()
            // A hundredth of a second is 480 frames of the node.
            let made = try rendered(600)
            record("first frame of a buffer at \(frame) of \(rate) Hz", made.firstIndex { $0 != 0 } ?? -1)
        }

        @Test func outputFormatIsTheConnections() throws {
            let format = player.outputFormat(forBus: 0)
            check("output format of a connected player", format.isEqual(offline.format))
            check("buses of a player: inputs", player.numberOfInputs, is: 0)
            check("buses of a player: outputs", player.numberOfOutputs, is: 1)
        }
    }
}
