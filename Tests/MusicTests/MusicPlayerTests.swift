import AVFoundation
import MediaPlayer
import SordinoLibrary
import SordinoSession
import SordinoSimulator
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20)))
struct MusicPlayerTests {
    private let phone: MusicPhone
    private var device: SimulatedDevice { phone.device }
    private let player: MPMusicPlayerController

    init() throws {
        let phone = try MusicPhone()
        self.phone = phone
        phone.device.plug(.headphones)
        player = phone.perform { MPMusicPlayerController.applicationMusicPlayer }
    }

    /// The headphones' samples are those of the file.
    private var level: Float {
        device.output(.headphones)?.peak(from: device.now - 0.02, to: device.now - 0.01) ?? 0
    }

    @Test func aQueueIsPlayedInItsOrderAndCounted() throws {
        try phone.song("A", seconds: 1, value: 8_192)
        try phone.song("B", seconds: 1, value: 16_384)
        let library = try phone.open()
        let heard = Mutex<[String]>([])
        let center = NotificationCenter.default
        let names: [NSNotification.Name] = [
            .MPMusicPlayerControllerNowPlayingItemDidChange, .MPMusicPlayerControllerPlaybackStateDidChange,
        ]
        let tokens = names.map { name in
            center.addObserver(forName: name, object: player, queue: nil) { note in
                heard.withLock { $0.append(note.name == names[0] ? "item" : "state") }
            }
        }
        defer { tokens.forEach(center.removeObserver) }
        phone.perform {
            player.beginGeneratingPlaybackNotifications()
            player.setQueue(with: .songs())
            player.play()
        }
        #expect(player.playbackState == .playing && player.nowPlayingItem?.title == "A")
        device.advance(0.5)
        #expect(level == 0.25 && abs(player.currentPlaybackTime - 0.5) < 0.05 && player.indexOfNowPlayingItem == 0)
        device.advance(1)
        #expect(level == 0.5 && player.nowPlayingItem?.title == "B")
        device.advance(1)
        #expect(player.playbackState == .stopped && level == 0)
        let item = try #require(phone.perform { MPMediaQuery.songs().items?.first })
        #expect(item.playCount == 1 && item.skipCount == 0 && item.lastPlayedDate != nil)
        #expect(heard.withLock { $0.filter { $0 == "item" }.count } >= 2 && heard.withLock { $0.contains("state") })
        // The counts are on disk.
        #expect(MusicLibrary(library.places).titles(playedTimes: 1) == ["A", "B"])
    }

    @Test func skipsRepetitionAndOrderFollowTheirSettings() throws {
        for name in ["A", "B", "C"] { try phone.song(name, seconds: 1) }
        _ = try phone.open()
        try phone.perform {
            player.setQueue(with: .songs())
            player.play()
            player.skipToNextItem()
            #expect(player.nowPlayingItem?.title == "B" && player.playbackState == .playing)
            #expect(MPMediaQuery.songs().items?.first?.skipCount == 1)
            player.skipToPreviousItem()
            #expect(player.nowPlayingItem?.title == "A")
            player.repeatMode = .one
        }
        device.advance(2.5)
        #expect(player.nowPlayingItem?.title == "A" && player.playbackState == .playing)
        try phone.perform {
            player.repeatMode = .all
            player.skipToNextItem()
            player.skipToNextItem()
            player.skipToNextItem()
            #expect(player.nowPlayingItem?.title == "A", "the queue begins again")
            player.shuffleMode = .songs
            #expect(player.nowPlayingItem?.title == "A", "the current item stays")
            var seen = Set<String>()
            for _ in 0..<3 {
                seen.insert(try #require(player.nowPlayingItem?.title))
                player.skipToNextItem()
            }
            #expect(seen == ["A", "B", "C"])
            player.shuffleMode = .off
            player.stop()
        }
        #expect(player.playbackState == .stopped)
    }

    @Test func aCallInterruptsAndTheMusicGoesOnFromItsPlace() throws {
        try phone.song("Long", seconds: 20)
        _ = try phone.open()
        phone.perform {
            player.setQueue(with: .songs())
            player.play()
        }
        device.advance(3)
        device.ring()
        device.advance(0.5)
        #expect(player.playbackState == .interrupted)
        let place = player.currentPlaybackTime
        device.acceptCall()
        device.advance(5)
        #expect(player.currentPlaybackTime == place)
        device.hangUp()
        device.advance(2)
        #expect(player.playbackState == .playing && level == 0.25)
        #expect(player.currentPlaybackTime > place && player.currentPlaybackTime < place + 2.1)
    }

    @Test func beginningsEndsPlacesSpeedsAndSeeks() throws {
        try phone.song("A", seconds: 10)
        try phone.song("B", seconds: 10, value: 16_384)
        _ = try phone.open()
        try phone.perform {
            let items = try #require(MPMediaQuery.songs().items)
            let queue = MPMusicPlayerMediaItemQueueDescriptor(itemCollection: MPMediaItemCollection(items: items))
            queue.setStartTime(4, for: items[0])
            queue.setEndTime(5, for: items[0])
            player.setQueue(with: queue)
            player.play()
            #expect(abs(player.currentPlaybackTime - 4) < 0.01)
        }
        device.advance(0.5)
        #expect(level == 0.25)
        device.advance(0.8)
        #expect(player.nowPlayingItem?.title == "B" && level == 0.5)
        phone.perform { player.currentPlaybackTime = 2 }
        device.advance(0.5)
        #expect(abs(player.currentPlaybackTime - 2.5) < 0.1)
        phone.perform { player.currentPlaybackRate = 2 }
        device.advance(1)
        #expect(abs(player.currentPlaybackTime - 4.5) < 0.2 && player.currentPlaybackRate == 2)
        phone.perform { player.beginSeekingForward() }
        #expect(player.playbackState == .seekingForward)
        device.advance(0.5)
        phone.perform { player.endSeeking() }
        #expect(abs(player.currentPlaybackTime - 6.5) < 0.3 && player.playbackState == .playing)
        phone.perform { player.pause() }
        #expect(player.playbackState == .paused && player.currentPlaybackRate == 0)
    }

    /// Each is answered with an error, or means the nearest place or speed that there is.
    @Test func numbersFromTheBusAreRefusedOrBounded() throws {
        try phone.song("A", seconds: 10)
        _ = try phone.open()
        phone.perform { player.setQueue(with: .songs()) }
        let reals = [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, -1, -0.0, 5e-324, 1e9]
        let integers = [Int64.min, .max, -1, 99, 1 << 40]
        func isRefused(_ act: PlayerAct, _ value: WireValue) -> Bool {
            phone.perform {
                do throws(WireError) {
                    try player.perform(act, [value])
                    return false
                } catch { return true }
            }
        }
        func checkReport(_ words: String) throws {
            let (report, kept) = phone.perform { (player.report, player.kept) }
            #expect((0...10).contains(report.elapsed) && (0...32).contains(report.rate), "\(words): \(report)")
            #expect(try PlayerReport(wire: report.wireValue) == report, "\(words)")
            #expect(KeptPlayer(queueText: kept.queueText, placeText: kept.placeText) == kept, "\(words): \(kept)")
        }
        var count = 0
        for isOpen in [false, true] {
            for act in PlayerAct.allCases where ["d", "x"].contains(act.signature) {
                for value in act.signature == "d" ? reals.map(WireValue.real) : integers.map(WireValue.integer) {
                    if isOpen { phone.perform { player.play() } }
                    let before = player.playbackState
                    let words = "\(act) \(value)"
                    let refused = isRefused(act, value)
                    if case .real(let number) = value {
                        #expect(refused == (!number.isFinite || act == .setRate && number < 0), "\(words)")
                    } else {
                        #expect(refused, "\(words)")
                    }
                    #expect(!refused || player.playbackState == before, "\(words)")
                    try checkReport(words)
                    count += 1
                }
            }
            let id = try #require(player.nowPlayingItem?.persistentID)
            for number in reals where number.isFinite && number >= 0 {
                let queue = PlayerQueue(.replace, [PlayerQueue.Entry(id: id, start: number, end: number)])
                #expect(!isRefused(.setQueue, queue.wireValue))
                try checkReport("a queue from \(number)")
            }
        }
        #expect(count == 60)
        // The file of an earlier start, too.
        var kept = phone.perform { player.kept }
        (kept.elapsed, kept.repeatMode) = (1e300, .max)
        phone.perform { player.restore(kept) }
        try checkReport("a kept place")
    }

    @Test func aBookGoesOnWhereItWasLeft() throws {
        try phone.song("Book", seconds: 20, folder: "Audiobooks")
        _ = try phone.open()
        phone.perform {
            player.setQueue(with: .audiobooks())
            player.play()
        }
        device.advance(6)
        phone.perform { player.stop() }
        let item = try #require(phone.perform { MPMediaQuery.audiobooks().items?.first })
        #expect(abs(item.bookmarkTime - 6) < 0.1)
        phone.perform {
            player.setQueue(with: .audiobooks())
            player.play()
        }
        #expect(abs(player.currentPlaybackTime - item.bookmarkTime) < 0.1)
    }

    @Test func theSystemsPlayerOnASimulatedDeviceIsTheProgramsOwn() throws {
        try phone.song("A", seconds: 20)
        _ = try phone.open()
        let system = phone.perform { MPMusicPlayerController.systemMusicPlayer }
        phone.perform { system.openToPlay(MPMusicPlayerMediaItemQueueDescriptor(query: .songs())) }
        device.advance(0.5)
        #expect(system.playbackState == .playing && level == 0.25 && system !== player)
        #expect(player.nowPlayingItem == nil, "the program's other player has a queue of its own")
        phone.perform { system.stop() }
    }

    @Test func theMusicResumesAtItsPlaceWhenTheMediaServicesReturn() throws {
        try phone.song("Long", seconds: 30)
        _ = try phone.open()
        phone.perform {
            player.setQueue(with: .songs())
            player.play()
        }
        device.advance(3)
        device.loseMediaServices()
        device.advance(1)
        #expect(player.playbackState == .interrupted && level == 0)
        let place = player.currentPlaybackTime
        #expect(abs(place - 3) < 0.2)
        device.restartMediaServices()
        device.advance(1)
        #expect(player.playbackState == .playing && level == 0.25)
        #expect(player.currentPlaybackTime > place && player.currentPlaybackTime < place + 1.2)
    }

    @Test func aPlaceThatIsSetBeforeItPlaysIsWhereItBegins() throws {
        try phone.song("A", seconds: 20)
        _ = try phone.open()
        phone.perform {
            player.setQueue(with: .songs())
            player.currentPlaybackTime = 12
            #expect(player.currentPlaybackTime == 12)
            player.play()
        }
        device.advance(0.5)
        #expect(abs(player.currentPlaybackTime - 12.5) < 0.1 && level == 0.25)
        phone.perform { player.stop() }
        #expect(player.currentPlaybackTime == 0)
    }

    @Test func theQueueOfAPlayerCanBeChangedWhileItPlays() throws {
        for name in ["A", "B", "C"] { try phone.song(name, seconds: 5) }
        _ = try phone.open()
        try phone.perform {
            let items = try #require(MPMediaQuery.songs().items)
            let queue = MPMusicPlayerController.applicationQueuePlayer
            queue.setQueue(with: MPMediaItemCollection(items: [items[0]]))
            queue.play()
            queue.perform { change in
                change.insert(
                    MPMusicPlayerMediaItemQueueDescriptor(
                        itemCollection: MPMediaItemCollection(items: [items[2], items[1]])),
                    after: items[0])
                change.remove(items[1])
            } completionHandler: { _, _ in
            }
            #expect(queue.nowPlayingItem?.title == "A" && queue.playbackState == .playing)
            queue.skipToNextItem()
            #expect(queue.nowPlayingItem?.title == "C")
            let store = MPMusicPlayerStoreQueueDescriptor(storeIDs: ["1", "\(items[1].persistentID)"])
            queue.append(store)
            queue.skipToNextItem()
            #expect(queue.nowPlayingItem?.title == "B")
            queue.stop()
        }
    }
}

extension MusicLibrary {
    func titles(playedTimes count: Int) -> [String] {
        let (table, rows) = rows(SongQuery([.number(.playCount, count)]))
        return rows.map { table.text(.title, Int($0)) }
    }
}
