import AVFoundation
import Patience
import SordinoSimulator
import Synchronization
import Testing

/// `AVPlayer` on a simulated telephone with headphones, whose samples leave the port as they were mixed.
@Suite struct AssetPlayerTests {
    let phone: SongTelephone
    let device: SimulatedDevice
    let app: SimulatedApp

    init() throws {
        phone = try SongTelephone()
        (device, app) = (phone.device, phone.app)
    }

    @Test func aFileIsPlayedToItsEndAndSaysSo() throws {
        let url = try phone.sound(0.25, seconds: 0.5)
        let player = app.perform { AVPlayer(url: url) }
        let item = try #require(player.currentItem)
        #expect(item.status == .readyToPlay && item.duration.seconds == 0.5 && player.timeControlStatus == .paused)
        let ends = Mutex(0)
        let center = NotificationCenter.default
        let token = center.addObserver(forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil) { _ in
            ends.withLock { $0 += 1 }
        }
        defer { center.removeObserver(token) }
        let start = device.now
        app.perform { player.play() }
        #expect(player.rate == 1 && player.timeControlStatus == .playing)
        device.advance(0.3)
        #expect(abs(player.currentTime().seconds - 0.3) < 0.05 && ends.withLock { $0 } == 0)
        device.advance(0.5)
        #expect(ends.withLock { $0 } == 1 && player.rate == 0 && player.currentTime().seconds == 0.5)
        #expect(phone.heard(from: start, to: start + 0.49).allSatisfy { $0 == 0.25 })
        #expect(phone.heard(from: start + 0.51, to: start + 0.7).allSatisfy { $0 == 0 })
        // At the end there is nothing to play; at the beginning there is.
        app.perform { player.play() }
        #expect(player.rate == 0)
        app.perform {
            player.seek(to: CMTime.zero) { _ in }
            player.play()
        }
        device.advance(0.1)
        #expect(player.timeControlStatus == .playing && player.currentTime().seconds < 0.2)
    }

    @Test func itGoesToTimesAndPausesThere() throws {
        let url = try phone.sound(0.5, seconds: 4)
        let player = app.perform { AVPlayer(url: url) }
        let answers = Mutex<[Bool]>([])
        app.perform {
            player.seek(to: CMTime(value: 5, timescale: 2), toleranceBefore: .zero, toleranceAfter: .zero) { isMoved in
                answers.withLock { $0.append(isMoved) }
            }
            player.seek(to: .indefinite) { isMoved in answers.withLock { $0.append(isMoved) } }
        }
        device.advance(0.1)
        #expect(answers.withLock { $0 } == [true, false] && player.currentTime().seconds == 2.5)
        app.perform { player.play() }
        device.advance(0.5)
        app.perform { player.pause() }
        let held = player.currentTime()
        device.advance(0.5)
        #expect(player.currentTime() == held && abs(held.seconds - 3) < 0.05)
        app.perform { player.seek(to: CMTime(value: 100, timescale: 1)) { _ in } }
        #expect(player.currentTime().seconds == 4)
    }

    @Test func volumeAndMuteAreHeard() throws {
        let url = try phone.sound(0.5, seconds: 4)
        let player = app.perform { AVPlayer(url: url) }
        player.volume = 0.5
        app.perform { player.play() }
        device.advance(0.5)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0.25 })
        player.isMuted = true
        device.advance(0.5)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0 } && player.volume == 0.5)
        player.isMuted = false
        device.advance(0.5)
        #expect(phone.heard(from: device.now - 0.1, to: device.now).allSatisfy { $0 == 0.25 })
    }

    @Test func anItemsTimebaseShowsItsSpeedAndGoesWhereItGoes() async throws {
        let url = try phone.sound(0.1, seconds: 2)
        let item = AVPlayerItem(url: url)
        #expect(item.timebase == nil)
        let player = app.perform { AVPlayer(playerItem: item) }
        let timebase = try #require(item.timebase)
        #expect(timebase.rate == 0 && timebase.time == .zero)
        app.perform { player.rate = 2 }
        device.advance(0.2)
        #expect(item.timebase === timebase && timebase.rate == 2)
        app.perform { player.pause() }
        #expect(timebase.rate == 0)
        #expect(await item.seek(to: CMTime(value: 1, timescale: 1)))
        #expect(timebase.time.seconds == 1 && player.currentTime().seconds == 1)
        #expect(await !item.seek(to: .invalid, toleranceBefore: .zero, toleranceAfter: .zero))
    }

    @Test func timeIsObservedPeriodicallyAndAtBoundaries() throws {
        let url = try phone.sound(0.1, seconds: 2)
        let player = app.perform { AVPlayer(url: url) }
        let times = Mutex<[Double]>([])
        let passed = Mutex(0)
        let periodic = player.addPeriodicTimeObserver(
            forInterval: CMTime(value: 1, timescale: 4), queue: .main
        ) { time in times.withLock { $0.append(time.seconds) } }
        let boundary = player.addBoundaryTimeObserver(
            forTimes: [0.5, 1.5].map { NSValue(time: CMTime(seconds: $0, preferredTimescale: 600)) }, queue: nil
        ) { passed.withLock { $0 += 1 } }
        app.perform { player.play() }
        device.advance(1.1)
        // Both are called on the main queue, which comes to it when it can.
        Patience.until { times.withLock { $0.count } >= 5 && passed.withLock { $0 } >= 1 }
        let heard = times.withLock { $0 }
        // Once at the start, then with each quarter of a second.
        #expect(heard.map { Int($0 / 0.25) } == [0, 1, 2, 3, 4])
        #expect(passed.withLock { $0 } == 1)
        player.removeTimeObserver(periodic)
        device.advance(0.6)
        Patience.until { passed.withLock { $0 } >= 2 }
        #expect(times.withLock { $0.count } == 5 && passed.withLock { $0 } == 2)
        player.removeTimeObserver(boundary)
    }

    @Test func theSpeedChangesAndThePitchStays() throws {
        let url = try phone.sound(0.1, seconds: 8)
        let player = app.perform { AVPlayer(url: url) }
        app.perform { player.rate = 2 }
        device.advance(1)
        #expect(abs(player.currentTime().seconds - 2) < 0.3 && player.rate == 2)
        app.perform { player.rate = 1 }
        let place = player.currentTime().seconds
        device.advance(1)
        #expect(abs(player.currentTime().seconds - place - 1) < 0.3)
        app.perform { player.rate = 100 }
        #expect(player.rate == 32)
    }

    @Test func aCallPausesThePlayer() throws {
        let url = try phone.sound(0.5, seconds: 8)
        let player = app.perform { AVPlayer(url: url) }
        let statuses = Mutex<[AVPlayer.TimeControlStatus]>([])
        let observation = player.observe(\.timeControlStatus, options: [.initial, .new]) { _, change in
            if let status = change.newValue { statuses.withLock { $0.append(status) } }
        }
        app.perform { player.play() }
        device.advance(0.5)
        device.ring()
        device.advance(0.5)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        let held = player.currentTime()
        device.declineCall()
        device.advance(0.5)
        #expect(player.currentTime() == held)
        #expect(statuses.withLock { $0 } == [.paused, .playing, .paused])
        observation.invalidate()
        app.perform { player.play() }
        device.advance(0.2)
        #expect(player.timeControlStatus == .playing && statuses.withLock { $0.count } == 3)
    }

    @Test func itemsArePlayedOneAfterTheOther() throws {
        let (first, second) = (try phone.sound(0.25, seconds: 0.5), try phone.sound(0.5, seconds: 0.5))
        let items = [AVPlayerItem(url: first), AVPlayerItem(url: second)]
        let player = app.perform { AVQueuePlayer(items: items) }
        #expect(player.items().count == 2 && player.currentItem === items[0])
        #expect(!player.canInsert(items[0], after: nil))
        let start = device.now
        app.perform { player.play() }
        device.advance(0.7)
        #expect(player.currentItem === items[1] && player.rate == 1)
        #expect(phone.heard(from: start, to: start + 0.49).allSatisfy { $0 == 0.25 })
        #expect(phone.heard(from: device.now - 0.05, to: device.now).allSatisfy { $0 == 0.5 })
        device.advance(0.7)
        #expect(player.currentItem == nil && player.items().isEmpty)
    }

    @Test func aCompositionWithItsVolumesIsPlayed() throws {
        let (first, second) = (try phone.sound(0.25, seconds: 1), try phone.sound(0.5, seconds: 1))
        let composition = AVMutableComposition()
        for url in [first, second] {
            let source = try #require(AVURLAsset(url: url).tracks.first)
            let track = try #require(
                composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
            try track.insertTimeRange(source.timeRange, of: source, at: .zero)
        }
        let parameters = AVMutableAudioMixInputParameters(track: composition.tracks[1])
        parameters.setVolume(0.5, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let item = AVPlayerItem(asset: composition)
        item.audioMix = mix
        let player = app.perform { AVPlayer(playerItem: item) }
        #expect(item.status == .readyToPlay && item.duration.seconds == 1, "\(String(describing: item.error))")
        let start = device.now
        app.perform { player.play() }
        device.advance(0.6)
        #expect(phone.heard(from: start + 0.1, to: start + 0.5).allSatisfy { abs($0 - 0.5) < 1e-6 })
    }

    @Test func aFileThatCannotBeReadFails() throws {
        let player = app.perform { AVPlayer(url: phone.folder.appendingPathComponent("none.wav")) }
        #expect(player.currentItem?.status == .failed && player.currentItem?.error != nil)
        app.perform { player.play() }
        #expect(
            player.timeControlStatus == .waitingToPlayAtSpecifiedRate && player.reasonForWaitingToPlay == .noItemToPlay)
        let url = try phone.sound(0.25, seconds: 1)
        app.perform { player.replaceCurrentItem(with: AVPlayerItem(url: url)) }
        device.advance(0.1)
        #expect(player.timeControlStatus == .playing)
        app.perform { player.replaceCurrentItem(with: nil) }
        device.advance(0.1)
        #expect(player.currentItem == nil && player.currentTime() == .zero)
        #expect(phone.heard(from: device.now - 0.02, to: device.now).allSatisfy { $0 == 0 })
    }
}
