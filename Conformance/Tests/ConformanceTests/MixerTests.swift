import AVFAudio
import Foundation
import Testing

extension Conformance {
    /// Mixers: gains, sums, channels, pan, rates.
    @Suite struct Mixers {
        private func mixed(
            channels: AVAudioChannelCount = 2, input: [[Float]],
            _ prepare: (AVAudioPlayerNode, AVAudioMixerNode) -> Void
        ) throws -> [[Float]] {
            let offline = try OfflineEngine(channels: channels)
            let player = offline.player(try standard(48_000, AVAudioChannelCount(input.count)))
            prepare(player, offline.engine.mainMixerNode)
            player.scheduleBuffer(try buffer(input), completionHandler: nil)
            try offline.engine.start()
            player.play()
            return try offline.render(input[0].count)
        }

        @Test(arguments: [0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.9, 1] as [Float])
        func theVolumeOfAPlayerIsAFactor(volume: Float) throws {
            let made = try mixed(input: [ramp(1..<513), ramp(1001..<1513)]) { player, _ in player.volume = volume }
            check("player volume \(volume): left", made[0], near: ramp(1..<513).map { $0 * volume }, within: 1e-7)
            check("player volume \(volume): right", made[1], near: ramp(1001..<1513).map { $0 * volume }, within: 1e-7)
        }

        @Test(arguments: [0, 0.125, 0.5, 0.8, 1] as [Float])
        func theOutputVolumeOfAMixerIsAFactor(volume: Float) throws {
            let made = try mixed(input: [ramp(1..<513), ramp(1001..<1513)]) { _, mixer in mixer.outputVolume = volume }
            check("output volume \(volume): left", made[0], near: ramp(1..<513).map { $0 * volume }, within: 1e-7)
            check("output volume \(volume): right", made[1], near: ramp(1001..<1513).map { $0 * volume }, within: 1e-7)
        }

        @Test(arguments: [(0.5, 0.5), (0.25, 0.8), (1, 0.1)] as [(Float, Float)])
        func bothVolumesAreMultiplied(player: Float, mixer: Float) throws {
            let made = try mixed(channels: 1, input: [ramp(1..<513)]) { node, output in
                (node.volume, output.outputVolume) = (player, mixer)
            }
            let expected = ramp(1..<513).map { $0 * player * mixer }
            check("volumes \(player) and \(mixer)", made[0], near: expected, within: 1e-7)
        }

        @Test(arguments: [2, 3, 4, 8])
        func inputsAreSummed(count: Int) throws {
            let offline = try OfflineEngine(channels: 1)
            let players = (0..<count).map { _ in offline.player() }
            for (index, player) in players.enumerated() {
                player.scheduleBuffer(try buffer([ramp(1 + 100 * index..<257 + 100 * index)]), completionHandler: nil)
            }
            try offline.engine.start()
            for player in players { player.play() }
            let made = try offline.render(256)[0]
            var expected = zeros(256)
            for index in 0..<count {
                for frame in 0..<256 { expected[frame] += Float(1 + 100 * index + frame) / 32_768 }
            }
            check("\(count) inputs of a mixer are summed", made, near: expected, within: 1e-7)
        }

        @Test func aSumIsNotClipped() throws {
            let offline = try OfflineEngine(channels: 1)
            let players = (0..<3).map { _ in offline.player() }
            for player in players {
                player.scheduleBuffer(
                    try buffer([[Float](repeating: 0.75, count: 100)]), completionHandler: nil)
            }
            try offline.engine.start()
            for player in players { player.play() }
            let made = try offline.render(100)[0]
            check(
                "three times 0.75 is more than full scale", made, near: [Float](repeating: 2.25, count: 100),
                within: 1e-6)
        }

        @Test func oneChannelIsHeardInBothAtFullLevel() throws {
            let made = try mixed(channels: 2, input: [ramp(1..<513)]) { _, _ in }
            check("mono in a stereo mixer: left", made[0], near: ramp(1..<513), within: 0)
            check("mono in a stereo mixer: right", made[1], near: ramp(1..<513), within: 0)
        }

        @Test func twoChannelsBecomeOne() throws {
            let made = try mixed(channels: 1, input: [[Float](repeating: 0.5, count: 256), zeros(256)]) { _, _ in }
            record("level of a left channel of 0.5 in a mixer of one channel", made[0][128])
            let both = try mixed(
                channels: 1, input: [[Float](repeating: 0.5, count: 256), [Float](repeating: 0.5, count: 256)]
            ) { _, _ in }
            record("level of two channels of 0.5 in a mixer of one channel", both[0][128])
        }

        @Test(arguments: [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1] as [Float])
        func panOfOneChannelIsRecorded(pan: Float) throws {
            let made = try mixed(channels: 2, input: [[Float](repeating: 0.5, count: 256)]) { player, _ in
                player.pan = pan
            }
            let (left, right) = (made[0][128], made[1][128])
            record("pan \(pan) of one channel of 0.5: left and right", "\(left) \(right)")
            if pan < 0 { check("pan \(pan) of one channel: the left is louder", left > right) }
            if pan == 0 { check("pan 0 of one channel: both are as loud", left, is: right) }
            if pan > 0 { check("pan \(pan) of one channel: the right is louder", right > left) }
        }

        @Test(arguments: [-1, -0.5, 0, 0.5, 1] as [Float])
        func panOfTwoChannelsIsRecorded(pan: Float) throws {
            let sound = [[Float](repeating: 0.5, count: 256), [Float](repeating: 0.25, count: 256)]
            let made = try mixed(channels: 2, input: sound) { player, _ in player.pan = pan }
            record("pan \(pan) of channels of 0.5 and 0.25: left and right", "\(made[0][128]) \(made[1][128])")
            if pan == 0 {
                check("pan 0 of two channels: left", made[0], near: sound[0], within: 0)
                check("pan 0 of two channels: right", made[1], near: sound[1], within: 0)
            }
        }

        @Test(arguments: [8000.0, 16_000, 22_050, 32_000, 44_100, 96_000])
        func anInputAtAnotherRateKeepsItsPitchAndLevel(rate: Double) throws {
            let offline = try OfflineEngine(channels: 1)
            let format = try standard(rate, 1)
            let player = offline.player(format)
            let source = try buffer([sine(500, rate, Int(rate))], rate: rate)
            player.scheduleBuffer(source, completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = try offline.render(48_000)[0]
            // The middle, away from the ends of the filter: the same tone, at any phase.
            let part = Array(made[12_000..<36_000])
            let (sines, cosines) = (sine(500, 48_000, 24_000, level: 1), cosine(500, 48_000, 24_000))
            let real = zip(part, sines).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / 12_000
            let imaginary = zip(part, cosines).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / 12_000
            let level = (real * real + imaginary * imaginary).squareRoot()
            check("level of a tone from \(rate) Hz in a mixer of 48000 Hz", level, near: 0.5, within: 0.005)
            let power = part.reduce(0.0) { $0 + Double($1) * Double($1) } / 24_000
            let rest = max(0, power - level * level / 2)
            check("what is beside the tone from \(rate) Hz", rest < 1e-5)
        }

        private func cosine(_ frequency: Double, _ rate: Double, _ count: Int) -> [Float] {
            (0..<count).map { Float(cos(2 * Double.pi * frequency * Double($0) / rate)) }
        }

        @Test func defaultsOfMixing() throws {
            let offline = try OfflineEngine()
            let player = offline.player()
            check("default volume of a player", player.volume, is: 1)
            check("default pan of a player", player.pan, is: 0)
            check("default rate of a player", player.rate, is: 1)
            check("default reverbBlend", player.reverbBlend, is: 0)
            check("default obstruction", player.obstruction, is: 0)
            check("default occlusion", player.occlusion, is: 0)
            check("default renderingAlgorithm", player.renderingAlgorithm.rawValue, is: 0)
            record("default position", [player.position.x, player.position.y, player.position.z])
            check("default output volume of a mixer", offline.engine.mainMixerNode.outputVolume, is: 1)
            let environment = AVAudioEnvironmentNode()
            let distance = environment.distanceAttenuationParameters
            check("default distance model", distance.distanceAttenuationModel.rawValue, is: 2)
            check("default reference distance", distance.referenceDistance, is: 1)
            check("default maximum distance", distance.maximumDistance, is: 100_000)
            check("default rolloff factor", distance.rolloffFactor, is: 1)
            check("reverb of an environment by default", environment.reverbParameters.enable, is: false)
            check("level of an environment's reverb by default", environment.reverbParameters.level, is: 0)
            let place = environment.listenerPosition
            check("default place of the listener", [place.x, place.y, place.z], is: [0, 0, 0])
            let view = environment.listenerVectorOrientation
            check("default view of the listener", [view.forward.x, view.forward.y, view.forward.z], is: [0, 0, -1])
            check("default top of the listener", [view.up.x, view.up.y, view.up.z], is: [0, 1, 0])
        }

        @Test(arguments: [0, 1] as [AVAudioNodeBus])
        func aDestinationHasVolumesOfItsOwn(bus: AVAudioNodeBus) throws {
            let offline = try OfflineEngine(channels: 1)
            let (engine, player) = (offline.engine, AVAudioPlayerNode())
            engine.attach(player)
            let points = [0, 1].map { AVAudioConnectionPoint(node: engine.mainMixerNode, bus: $0) }
            engine.connect(player, to: points, fromBus: 0, format: offline.format)
            player.volume = 0.5
            let destination = try #require(player.destination(forMixer: engine.mainMixerNode, bus: bus))
            check("a destination of bus \(bus) begins with the player's volume", destination.volume, is: 0.5)
            destination.volume = 0.25
            check("a destination of bus \(bus) leaves the player's volume", player.volume, is: 0.5)
            player.scheduleBuffer(try buffer([[Float](repeating: 1, count: 100)]), completionHandler: nil)
            try engine.start()
            player.play()
            let made = try offline.render(100)[0]
            check(
                "volumes of 0.5 and 0.25 on two buses, \(bus) changed", made,
                near: [Float](repeating: 0.75, count: 100),
                within: 1e-6)
        }

        @Test func buffersOfChainedMixersAreMultiplied() throws {
            let offline = try OfflineEngine(channels: 1)
            let mixer = AVAudioMixerNode()
            offline.engine.attach(mixer)
            offline.engine.connect(mixer, to: offline.engine.mainMixerNode, format: offline.format)
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.connect(player, to: mixer, format: offline.format)
            (mixer.outputVolume, mixer.volume, player.volume) = (0.5, 0.5, 0.5)
            player.scheduleBuffer(try buffer([[Float](repeating: 0.8, count: 100)]), completionHandler: nil)
            try offline.engine.start()
            player.play()
            let made = try offline.render(100)[0]
            check("three volumes of 0.5 in a row", made, near: [Float](repeating: 0.1, count: 100), within: 1e-6)
        }
    }
}
