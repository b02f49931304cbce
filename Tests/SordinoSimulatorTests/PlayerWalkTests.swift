import AVFAudio
import ByteMutation
import SordinoSimulator
import Testing

/// Random calls of players and recorders while the device does to them what devices do.
@Suite struct PlayerWalkTests {
    /// Something happens to the device.
    private static func happen(_ walk: inout CallWalk, _ device: SimulatedDevice) {
        switch walk.below(16) {
        case 0: device.ring()
        case 1: device.declineCall()
        case 2: device.plug(.headphones)
        case 3: device.unplug(.headphones)
        case 4: device.plug(.hdmi())
        case 5: device.unplug(.hdmi())
        case 6 where walk.oneIn(4): device.resetMediaServices()
        case 7: device.isRingerSilent.toggle()
        case 8: device.alarm()
        case 9: device.acknowledgeAlarm()
        default: device.advance(Double(walk.below(40)) / 100)
        }
    }

    private static func category(_ walk: inout CallWalk) -> AVAudioSession.Category {
        walk.one(of: [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]) ?? .playback
    }

    @Test(arguments: CallWalk.seeds) func playersKeepTheirTimesInBoundsWhateverIsAskedOfThem(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        let device = SimulatedDevice(.phone)
        let app = device.app("Walk", backgroundModes: .audio)
        try app.activate(.playback)
        let sounds = [
            Sound.noise(frames: 20_000, channels: 2, seed: 1).wave(),
            Sound.noise(frames: 1, channels: 1, seed: 2).wave(), Sound.constant(0.5, frames: 90_000).wave(),
        ]
        var players: [AVAudioPlayer] = []
        for step in 0..<CallWalk.steps(250) {
            if players.count < 6, walk.oneIn(8), let data = walk.one(of: sounds) {
                players.append(try app.perform { try AVAudioPlayer(data: data) })
            }
            Self.happen(&walk, device)
            app.perform {
                if walk.oneIn(12) { try? app.session.setCategory(Self.category(&walk)) }
                if walk.oneIn(12) { try? app.session.setActive(walk.oneIn(2)) }
                guard let player = walk.one(of: players) else { return }
                let isPlaying = player.isPlaying
                switch walk.below(16) {
                case 0, 1: _ = player.play()
                case 2: _ = player.play(atTime: player.deviceCurrentTime + walk.number(-1...1))
                case 3: player.pause()
                case 4: player.stop()
                case 5: _ = player.prepareToPlay()
                case 6: player.currentTime = walk.number(-1...3)
                case 7: player.volume = Float(walk.number(-1...2))
                case 8: player.pan = Float(walk.number(-2...2))
                case 9:
                    player.enableRate = walk.oneIn(2)
                    player.rate = Float(walk.number(0...3))
                case 10: player.numberOfLoops = walk.whole(-2...3)
                case 11: player.setVolume(Float(walk.number(0...1)), fadeDuration: walk.number(0...0.5))
                case 12:
                    player.isMeteringEnabled = walk.oneIn(2)
                    player.updateMeters()
                    #expect(!player.averagePower(forChannel: walk.whole(-1...3)).isNaN, "seed \(seed), step \(step)")
                    #expect(!player.peakPower(forChannel: walk.whole(-1...3)).isNaN, "seed \(seed), step \(step)")
                case 13:
                    player.channelAssignments = walk.oneIn(2) ? nil : app.session.currentRoute.outputs.first?.channels
                case 14: players.removeAll { $0 === player }
                default: _ = isPlaying
                }
                let time = player.currentTime
                #expect(time >= 0 && time <= player.duration, "seed \(seed), step \(step): \(time)")
                #expect(
                    player.volume.isFinite && player.pan.isFinite && player.rate.isFinite, "seed \(seed), step \(step)")
            }
        }
        players = []
        device.declineCall()
        device.acknowledgeAlarm()
        device.advance(1)
        for output in device.outputs {
            #expect(output.samples().allSatisfy { $0.isFinite }, "seed \(seed)")
            #expect(output.samples(from: device.now - 0.2).allSatisfy { $0 == 0 }, "seed \(seed): something plays on")
        }
    }

    @Test(arguments: CallWalk.seeds) func recordersLeaveFilesThatOpenWhateverIsAskedOfThem(seed: UInt64) throws {
        var walk = CallWalk(seed: seed)
        let rig = try RecorderRig()
        rig.device.microphone(hears: .tone(hertz: 500, amplitude: 0.25))
        let kinds: [(String, [String: Any])] = [
            ("caf", RecorderRig.linear()), ("wav", RecorderRig.linear(bits: 16, isFloat: false)),
            ("caf", [AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 2]),
            ("caf", [AVFormatIDKey: kAudioFormatAppleIMA4, AVSampleRateKey: 16_000.0, AVNumberOfChannelsKey: 1]),
        ]
        var recorders: [AVAudioRecorder] = []
        var made = 0
        for step in 0..<CallWalk.steps(120) {
            if recorders.count < 3, walk.oneIn(6), let kind = walk.one(of: kinds) {
                made += 1
                recorders.append(try rig.recorder("\(made).\(kind.0)", kind.1))
            }
            Self.happen(&walk, rig.device)
            rig.app.perform {
                if walk.oneIn(16) { try? rig.app.session.setCategory(Self.category(&walk)) }
                guard let recorder = walk.one(of: recorders) else { return }
                switch walk.below(11) {
                case 0, 1: _ = recorder.record()
                case 2: _ = recorder.record(forDuration: walk.number(0...0.5))
                case 3: _ = recorder.record(atTime: recorder.deviceCurrentTime + walk.number(-1...1))
                case 4:
                    _ = recorder.record(
                        atTime: recorder.deviceCurrentTime + walk.number(0...0.3), forDuration: walk.number(0...0.3))
                case 5: recorder.pause()
                case 6: recorder.stop()
                case 7: _ = recorder.prepareToRecord()
                case 8: _ = recorder.deleteRecording()
                case 9:
                    recorder.isMeteringEnabled = walk.oneIn(2)
                    recorder.updateMeters()
                    #expect(!recorder.averagePower(forChannel: walk.whole(-1...3)).isNaN, "seed \(seed), step \(step)")
                default: recorders.removeAll { $0 === recorder }
                }
                #expect(recorder.currentTime >= 0, "seed \(seed), step \(step)")
            }
        }
        rig.app.perform { for recorder in recorders { recorder.stop() } }
        recorders = []
        rig.device.advance(0.5)
        for file in try FileManager.default.contentsOfDirectory(at: rig.folder, includingPropertiesForKeys: nil) {
            let samples = try RecorderRig.samples(file)
            #expect(samples.joined().allSatisfy { $0.isFinite }, "seed \(seed): \(file.lastPathComponent)")
        }
    }
}
