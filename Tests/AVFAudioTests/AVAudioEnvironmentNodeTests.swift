import AVFAudio
import Foundation
import Testing

/// An engine rendered by hand, with an environment before its main mixer and sources that give 1 in every frame.
private final class Room {
    let offline: OfflineEngine
    let environment = AVAudioEnvironmentNode()
    var engine: AVAudioEngine { offline.engine }

    init(channels: AVAudioChannelCount = 2, layout: AudioChannelLayoutTag? = nil) throws {
        offline = try OfflineEngine(channels: 2)
        engine.attach(environment)
        guard let layout else {
            engine.connect(environment, to: engine.mainMixerNode, format: offline.format)
            return
        }
        let format = AVAudioFormat(
            standardFormatWithSampleRate: 48_000, channelLayout: try #require(AVAudioChannelLayout(layoutTag: layout)))
        engine.disableManualRenderingMode()
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
        engine.connect(environment, to: engine.outputNode, format: format)
    }

    /// A source of ones, connected to the next bus.
    func source(channels: AVAudioChannelCount = 1, value: @escaping (Int) -> Float = { _ in 1 }) throws
        -> AVAudioSourceNode
    {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: channels))
        nonisolated(unsafe) var frame = 0
        let source = AVAudioSourceNode(format: format) { _, _, count, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            for index in 0..<Int(count) {
                for (channel, buffer) in buffers.enumerated() {
                    buffer.mData?.assumingMemoryBound(to: Float.self)[index] = value(frame) * Float(channel + 1)
                }
                frame += 1
            }
            return noErr
        }
        engine.attach(source)
        engine.connect(source, to: environment, fromBus: 0, toBus: environment.nextAvailableInputBus, format: format)
        return source
    }

    func start() throws { try engine.start() }

    /// The last frame of a render, of each channel.
    func heard(_ frames: AVAudioFrameCount = 4096) throws -> [Float] {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: engine.manualRenderingFormat, frameCapacity: frames))
        #expect(try engine.renderOffline(frames, to: buffer) == .success)
        let data = try #require(buffer.floatChannelData)
        return (0..<Int(buffer.format.channelCount)).map { data[$0][Int(buffer.frameLength) - 1] }
    }
}

private func isNear(_ a: Float, _ b: Float, _ tolerance: Float = 1e-3) -> Bool { abs(a - b) < tolerance }

@Suite struct AVAudioEnvironmentNodeTests {
    @Test func itsDefaultsAreTheDocumentedOnes() {
        let node = AVAudioEnvironmentNode()
        #expect(node.outputVolume == 1 && node.outputType == .auto && node.listenerPosition == AVAudio3DPoint())
        #expect(
            node.listenerVectorOrientation
                == AVAudioMake3DVectorOrientation(
                    AVAudioMake3DVector(0, 0, -1), AVAudioMake3DVector(0, 1, 0)))
        #expect(node.listenerAngularOrientation == AVAudio3DAngularOrientation())
        #expect(!node.isListenerHeadTrackingEnabled)
        let distance = node.distanceAttenuationParameters
        #expect(distance.distanceAttenuationModel == .inverse && distance.referenceDistance == 1)
        #expect(distance.maximumDistance == 100_000 && distance.rolloffFactor == 1)
        let reverb = node.reverbParameters
        #expect(!reverb.enable && reverb.level == 0)
        let filter = reverb.filterParameters
        #expect(filter.bypass && filter.filterType == .parametric && filter.frequency == 800 && filter.bandwidth == 3)
        #expect(node.renderingAlgorithm == .equalPowerPanning && node.sourceMode == .spatializeIfMono)
        #expect(node.nextAvailableInputBus == 0 && node.numberOfInputs == 1)
    }

    @Test func aMonoSourceIsPannedToItsSideAndBecomesQuieterWithItsDistance() throws {
        let room = try Room()
        let source = try room.source()
        source.position = AVAudioMake3DPoint(2, 0, 0)
        try room.start()
        var heard = try room.heard()
        #expect(heard[0] == 0 && isNear(heard[1], 0.5))
        source.position = AVAudioMake3DPoint(0, 0, -1)
        _ = try room.heard()
        heard = try room.heard()
        #expect(isNear(heard[0], 0.7071) && isNear(heard[1], 0.7071))
        // A head turned to the right has what was ahead on its left.
        room.environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(90, 0, 0)
        _ = try room.heard()
        heard = try room.heard()
        #expect(isNear(heard[0], 1) && isNear(heard[1], 0))
    }

    @Test func theListenersPlaceCountsAndTheCurveIsTheProgramsOwn() throws {
        let room = try Room()
        let source = try room.source()
        source.position = AVAudioMake3DPoint(10, 0, 5)
        room.environment.listenerPosition = AVAudioMake3DPoint(0, 0, 5)
        let curve = room.environment.distanceAttenuationParameters
        curve.distanceAttenuationModel = .linear
        curve.referenceDistance = 0
        curve.maximumDistance = 40
        try room.start()
        #expect(isNear(try room.heard()[1], 0.75))
        curve.distanceAttenuationModel = .exponential
        (curve.referenceDistance, curve.rolloffFactor) = (1, 2)
        _ = try room.heard()
        #expect(isNear(try room.heard()[1], 0.01, 1e-4))
    }

    @Test func aStereoConnectionPassesUnlessItIsAPoint() throws {
        let room = try Room()
        let source = try room.source(channels: 2)
        source.position = AVAudioMake3DPoint(-5, 0, 0)
        try room.start()
        #expect(try room.heard() == [1, 2])
        source.sourceMode = .pointSource
        _ = try room.heard()
        let heard = try room.heard()
        #expect(isNear(heard[0], 0.3) && isNear(heard[1], 0))
        source.sourceMode = .bypass
        _ = try room.heard()
        #expect(try room.heard() == [1, 2])
    }

    @Test func aPointInsideTheHeadIsMonoOrBypassed() throws {
        let room = try Room()
        let source = try room.source(channels: 2)
        (source.sourceMode, source.renderingAlgorithm) = (.pointSource, .auto)
        try room.start()
        var heard = try room.heard()
        #expect(isNear(heard[0], 1.5 * 0.7071) && heard[0] == heard[1])
        source.pointSourceInHeadMode = .bypass
        _ = try room.heard()
        heard = try room.heard()
        #expect(heard == [1, 2])
    }

    @Test func withAHeadTheNearEarHearsFirstAndLouder() throws {
        for algorithm in [AVAudio3DMixingRenderingAlgorithm.sphericalHead, .HRTF, .HRTFHQ] {
            let room = try Room()
            let source = try room.source { frame in frame == 100 ? 1 : 0 }
            source.renderingAlgorithm = algorithm
            source.position = AVAudioMake3DPoint(-1, 0, 0)
            try room.start()
            let heard = try room.offline.render(512)
            let peaks = heard.map { side in side.indices.max { abs(side[$0]) < abs(side[$1]) } ?? 0 }
            // Woodworth's delay for the side, 0.0875 m / 343 m/s (pi / 2 + 1) = 0.656 ms = 31.5 frames.
            #expect((28...35).contains(peaks[1] - peaks[0]), "\(algorithm)")
            #expect(abs(heard[0][peaks[0]]) > 1.5 * abs(heard[1][peaks[1]]))
        }
    }

    @Test func autoIsForHeadphonesWhereTheProgramSaysSoAndForLoudspeakersByHand() throws {
        let room = try Room()
        let source = try room.source { frame in frame == 100 ? 1 : 0 }
        source.renderingAlgorithm = .auto
        source.position = AVAudioMake3DPoint(1, 0, 0)
        try room.start()
        #expect(try room.offline.render(512)[0].allSatisfy { $0 == 0 })
        room.environment.outputType = .headphones
        let again = try Room()
        let second = try again.source { frame in frame == 100 ? 1 : 0 }
        again.environment.outputType = .headphones
        second.renderingAlgorithm = .auto
        second.position = AVAudioMake3DPoint(1, 0, 0)
        try again.start()
        #expect(try again.offline.render(512)[0].contains { $0 != 0 })
    }

    @Test func valuesOfADestinationAreItsOwnUntilTheSourceSetsThemAgain() throws {
        let room = try Room()
        let source = try room.source()
        source.position = AVAudioMake3DPoint(1, 0, 0)
        let destination = try #require(source.destination(forMixer: room.environment, bus: 0))
        #expect(destination.position == AVAudioMake3DPoint(1, 0, 0))
        destination.position = AVAudioMake3DPoint(-1, 0, 0)
        try room.start()
        #expect(isNear(try room.heard()[0], 1))
        #expect(source.position == AVAudioMake3DPoint(1, 0, 0))
        source.position = AVAudioMake3DPoint(1, 0, 0)
        _ = try room.heard()
        #expect(isNear(try room.heard()[1], 1))
    }

    /// The seed: what is set on a source before it is connected holds for the connection that comes.
    @Test func valuesSetBeforeTheConnectionAreKeptForIt() throws {
        let room = try Room()
        let player = AVAudioPlayerNode()
        player.position = AVAudioMake3DPoint(3, 0, 0)
        (player.reverbBlend, player.obstruction, player.occlusion) = (0.5, -10, -20)
        room.engine.attach(player)
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        room.engine.connect(player, to: room.environment, format: mono)
        let destination = try #require(player.destination(forMixer: room.environment, bus: 0))
        #expect(destination.position == AVAudioMake3DPoint(3, 0, 0) && destination.reverbBlend == 0.5)
        #expect(destination.obstruction == -10 && destination.occlusion == -20)
    }

    @Test func theRoomIsHeardWhenItIsOnAndEnds() throws {
        let room = try Room()
        let source = try room.source { frame in frame < 100 ? 1 : 0 }
        source.position = AVAudioMake3DPoint(0, 0, -1)
        source.reverbBlend = 1
        room.environment.reverbParameters.enable = true
        room.environment.reverbParameters.loadFactoryReverbPreset(.largeHall)
        try room.start()
        let heard = try room.offline.render(48_000 * 2)
        func power(_ range: Range<Int>) -> Float { heard[0][range].reduce(0) { $0 + $1 * $1 } }
        #expect(power(5_000..<10_000) > 0.01 && power(5_000..<10_000) > 4 * power(60_000..<65_000))
        // 2.6 s until 60 dB are gone in the bass: after half of that some 30.
        let decay = 10 * log10(power(10_000..<20_000) / power(72_000..<82_000))
        #expect((20...60).contains(decay))
        #expect(heard[0] != heard[1])
    }

    @Test func anEnvironmentIntoFiveOneUsesTheLoudspeakersAround() throws {
        let room = try Room(layout: kAudioChannelLayoutTag_AudioUnit_5_1)
        #expect(room.environment.applicableRenderingAlgorithms == [3, 5, 7])
        let source = try room.source()
        source.renderingAlgorithm = .auto
        source.position = AVAudioMake3DPoint(Float(sin(110 * Double.pi / 180)), 0, Float(-cos(110 * Double.pi / 180)))
        try room.start()
        let heard = try room.heard()
        // L, R, C, LFE, Ls, Rs.
        #expect(heard.count == 6 && isNear(heard[5], 1))
        #expect(heard.indices.filter { $0 != 5 }.allSatisfy { isNear(heard[$0], 0) })
    }

    @Test func nonsenseStopsNothing() throws {
        let room = try Room()
        let source = try room.source()
        source.renderingAlgorithm = .HRTF
        try room.start()
        for value in [Float.nan, .infinity, -.infinity, 1e30, 0] {
            source.position = AVAudioMake3DPoint(value, value, value)
            room.environment.listenerPosition = AVAudioMake3DPoint(value, 0, value)
            room.environment.listenerVectorOrientation = AVAudioMake3DVectorOrientation(
                AVAudioMake3DVector(value, value, 0), AVAudioMake3DVector(value, value, 0))
            (source.obstruction, source.occlusion, source.reverbBlend, source.volume) = (value, value, value, 1)
            room.environment.distanceAttenuationParameters.referenceDistance = value
            room.environment.distanceAttenuationParameters.maximumDistance = value
            #expect(try room.heard(512).allSatisfy(\.isFinite))
        }
    }

    @Test func anInputAtAnotherRateAndSourcesThatComeAndGo() throws {
        let room = try Room()
        try room.start()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        for round in 0..<20 {
            let source = AVAudioSourceNode(format: format) { _, _, _, list in
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    guard let data = buffer.mData?.assumingMemoryBound(to: Float.self) else { continue }
                    for index in 0..<Int(buffer.mDataByteSize) / 4 { data[index] = 0.5 }
                }
                return noErr
            }
            source.position = AVAudioMake3DPoint(1, 0, 0)
            room.engine.attach(source)
            room.engine.connect(source, to: room.environment, format: format)
            #expect(isNear(try room.heard(2_048)[1], 0.5, 0.01), "round \(round)")
            room.engine.detach(source)
            _ = try room.heard(512)
        }
    }

    /// The amplitude of a tone in the right channel of some frames, by projection on its sine and cosine.
    private func tone(_ hertz: Double, _ samples: ArraySlice<Float>) -> Double {
        var (a, b) = (0.0, 0.0)
        for index in samples.indices {
            let turn = 2 * Double.pi * hertz * Double(index) / 48_000
            a += Double(samples[index]) * sin(turn)
            b += Double(samples[index]) * cos(turn)
        }
        return 2 * (a * a + b * b).squareRoot() / Double(samples.count)
    }

    private func render(_ room: Room, _ frames: AVAudioFrameCount) throws -> [Float] {
        var samples: [Float] = []
        while samples.count < Int(frames) {
            let count = min(frames - AVAudioFrameCount(samples.count), 4_096)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: room.engine.manualRenderingFormat, frameCapacity: count))
            #expect(try room.engine.renderOffline(count, to: buffer) == .success)
            let data = try #require(buffer.floatChannelData)
            samples += UnsafeBufferPointer(start: data[1], count: Int(count))
        }
        return samples
    }

    @Test(arguments: [0.5, 1.25, 2]) func aRatePlaysFasterAndHigher(_ rate: Float) throws {
        for isSetBefore in [true, false] {
            let room = try Room()
            let source = try room.source { Float(sin(2 * Double.pi * 600 * Double($0) / 48_000)) }
            source.position = AVAudioMake3DPoint(1, 0, 0)
            if isSetBefore { source.rate = rate }
            try room.start()
            if !isSetBefore {
                #expect(abs(tone(600, try render(room, 4_096)[...]) - 1) < 0.02)
                source.rate = rate
            }
            _ = try render(room, 4_096)
            var samples: [Float] = []
            for _ in 0..<4 { samples += try render(room, 2_400) }
            #expect(source.rate == rate)
            #expect(abs(tone(600 * Double(rate), samples[...]) - 1) < 0.01, "set before: \(isSetBefore)")
            #expect(tone(600, samples[...]) < 0.01)
            // And back: a change of the rate does not click.
            source.rate = 1
            var back = samples.suffix(1)
            for _ in 0..<3 { back += try render(room, 2_400) }
            let steps = zip(back, back.dropFirst()).map { abs($1 - $0) }
            #expect(try #require(steps.max()) < 0.17)
            #expect(abs(tone(600, back.suffix(4_800)) - 1) < 0.01)
        }
    }

    @Test func theRateOfAWayIsItsOwnAndASourceOfTwoWaysKeepsItsSpeed() throws {
        let room = try Room()
        let source = try room.source { Float(sin(2 * Double.pi * 600 * Double($0) / 48_000)) }
        source.position = AVAudioMake3DPoint(1, 0, 0)
        try room.start()
        let way = try #require(source.destination(forMixer: room.environment, bus: 0))
        way.rate = 3
        #expect(way.rate == 2 && source.rate == 1)
        _ = try render(room, 4_096)
        #expect(abs(tone(1_200, try render(room, 4_800)[...]) - 1) < 0.02)
        source.rate = 0.75
        #expect(way.rate == 0.75)
        _ = try render(room, 4_096)
        #expect(abs(tone(450, try render(room, 4_800)[...]) - 1) < 0.02)
        // Another source leads to two places at once.
        let both = try room.source { Float(sin(2 * Double.pi * 900 * Double($0) / 48_000)) }
        both.position = AVAudioMake3DPoint(1, 0, 0)
        let format = both.outputFormat(forBus: 0)
        room.engine.connect(
            both,
            to: [
                AVAudioConnectionPoint(node: room.environment, bus: 1),
                AVAudioConnectionPoint(node: room.engine.mainMixerNode, bus: 1),
            ], fromBus: 0, format: format)
        both.rate = 2
        _ = try render(room, 4_096)
        #expect(tone(900, try render(room, 4_800)[...]) > 0.9)
    }

    @Test func aSoundFieldIsABedThatTurnsWithTheListener() throws {
        let room = try Room()
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_HOA_ACN_SN3D | 4))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        // A wave from the right: in AmbiX's order 1, -1, 0, 0.
        let field: [Float] = [1, -1, 0, 0]
        let source = AVAudioSourceNode(format: format) { _, _, count, list in
            for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for index in 0..<Int(count) { samples?[index] = field[channel] }
            }
            return noErr
        }
        room.engine.attach(source)
        source.sourceMode = .ambienceBed
        room.engine.connect(source, to: room.environment, format: format)
        try room.start()
        var heard = try room.heard()
        // Of the cube's corners those on the right carry all but 0.5 % of it; they stand at a sine of 0.577 to the side.
        #expect(abs(heard[1] / heard[0] - 1.926) < 0.02)
        room.environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(90, 0, 0)
        _ = try room.heard()
        heard = try room.heard()
        #expect(isNear(heard[0], heard[1], 0.02))
        // Through a head, too: the near ear is louder for a steady pressure only a little, so nothing but sense is asked for.
        (source.renderingAlgorithm, room.environment.listenerAngularOrientation) = (
            .HRTFHQ, AVAudioMake3DAngularOrientation(0, 0, 0)
        )
        _ = try room.heard()
        heard = try room.heard()
        #expect(heard.allSatisfy(\.isFinite) && heard[1] > 0)
    }

    @Test(arguments: [0.0, 70, -120]) func aWaveFromBehindIsHeardFromThereOnFiveLoudspeakers(turn: Double) throws {
        // Left, right, left and right behind, centre: degrees to the right.
        let room = try Room(layout: kAudioChannelLayoutTag_AudioUnit_5_0)
        let places: [Double] = [-30, 30, -110, 110, 0]
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_HOA_ACN_SN3D | 9))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        // A wave from 150 degrees on the left, by the forms of the AmbiX paper.
        let (a, root) = (150 * Double.pi / 180, 0.75.squareRoot())
        let field = [1, sin(a), 0, cos(a), root * sin(2 * a), 0, -0.5, 0, root * cos(2 * a)].map { Float($0) }
        let source = AVAudioSourceNode(format: format) { _, _, count, list in
            for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
                let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
                for index in 0..<Int(count) { samples?[index] = field[channel] }
            }
            return noErr
        }
        room.engine.attach(source)
        (source.sourceMode, source.renderingAlgorithm) = (.ambienceBed, .soundField)
        room.engine.connect(source, to: room.environment, format: format)
        // Turned to the right, the listener has the wave further on the left.
        room.environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(Float(turn), 0, 0)
        try room.start()
        _ = try room.heard()
        let heard: [Double] = try room.heard().map { Double($0) }
        for power in [1, 2] {
            var (right, ahead) = (0.0, 0.0)
            for (level, place) in zip(heard, places) {
                let weight = power == 1 ? level : level * level
                right += weight * sin(place * Double.pi / 180)
                ahead += weight * cos(place * Double.pi / 180)
            }
            let off = atan2(right, ahead) * 180 / Double.pi - (-150 - turn)
            #expect(abs(off - 360 * (off / 360).rounded()) < 5, "power \(power): \(off) degrees off")
        }
        let energy: Double = heard.reduce(0) { $0 + $1 * $1 }
        #expect(abs(10 * log10(energy)) < 1)
    }
}
