import Foundation
import MediaPlayer
import SordinoBus
import SordinoRealtime
import SordinoService
import SordinoSession

/// The player on the bus: takes the requests of programs one after the other, says each change, and ends after a long rest.
///
/// The bus's thread reads requests and limits their number; the main thread performs them.
@MainActor
final class PlayerService {
    private let player: MPMusicPlayerController
    private let connection: BusConnection
    private let files = KeptFiles()
    private let idleSeconds: Double
    /// The state in the files.
    private var kept: KeptPlayer?
    private var isSayingSoon = false
    private var lastUse = PlayerReport.now
    private var timer: (any DispatchSourceTimer)?
    private var hasLeft = false
    private var desk: RequestDesk?
    /// Indicates whether programs can call it.
    private(set) var hasBegun = false

    /// The time between two writes of the place while it plays.
    private static let keepingSeconds = 5.0

    /// Takes the name on the bus.
    ///
    /// - Throws: `BusError` without a bus.
    init(_ player: MPMusicPlayerController, _ arguments: Arguments) throws(BusError) {
        self.player = player
        idleSeconds = arguments.idleSeconds
        connection = try BusConnection(arguments.bus, isGated: true) {
            DispatchQueue.main.async { MainActor.assumeIsolated { PlayerService.leaveWithoutBus() } }
        }
        player.onChange = { [weak self] in MainActor.assumeIsolated { self?.changed() } }
    }

    /// Takes up the queue of the start before, if nothing is played yet.
    func takeUp() {
        guard player.nowPlayingItem == nil, let kept = files?.read() else { return }
        player.restore(kept)
        // A queue whose items are away for now stays on the disk until something changes.
        self.kept = player.kept
        files?.suppose(player.kept)
    }

    /// Answers requests from now on.
    ///
    /// - Returns: False if another process is the player.
    func begin() throws(BusError) -> Bool {
        let desk = RequestDesk { [weak self] request in
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.perform(request) } }
        }
        self.desk = desk
        let answer = BusAnswer<Bool>()
        connection.perform { link in
            answer.finish(
                .init { () throws(BusError) in
                    try link.addObject(MusicPlayerBus.path) { link, message in desk.take(link, message) }
                    return link.takeName(MusicPlayerBus.name)
                })
        }
        guard try answer.wait(seconds: 5) else { return false }
        hasBegun = true
        waitForRest()
        return true
    }

    private func perform(_ request: RequestDesk.Request) {
        lastUse = PlayerReport.now
        var refusal: String?
        do throws(WireError) {
            try player.perform(request.act, request.values)
        } catch {
            refusal = error.sentence
        }
        let (report, refused) = (player.report, refusal)
        connection.perform { link in
            if let refused {
                try? link.refuse(request.message.value, BusInterface.Refusal.arguments, refused)
            } else {
                try? link.reply(to: request.message.value, [report.wireValue], signature: "a{sv}")
            }
            request.finish()
        }
    }

    // MARK: Changes

    /// Says and keeps a change once all that belongs to it has happened.
    private func changed() {
        guard !isSayingSoon else { return }
        isSayingSoon = true
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                self.isSayingSoon = false
                self.say(self.player.report)
                self.keep()
                self.waitForRest()
            }
        }
    }

    private func say(_ report: PlayerReport) {
        connection.perform { link in
            try? link.broadcast(
                MusicPlayerBus.path, MusicPlayerBus.interface, MusicPlayerBus.signal, [report.wireValue],
                signature: "a{sv}")
        }
    }

    private func keep() {
        let now = player.kept
        guard now != kept else { return }
        files?.write(now)
        kept = now
    }

    // MARK: Rest

    private var isResting: Bool { player.playbackState == .paused || player.playbackState == .stopped }

    /// Sets the timer: for the next write of the place while it plays, else for the end.
    private func waitForRest() {
        timer?.cancel()
        lastUse = PlayerReport.now
        schedule(isResting ? idleSeconds : Self.keepingSeconds)
    }

    private func schedule(_ seconds: Double) {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + seconds)
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.timeIsOver() } }
        timer.resume()
        self.timer = timer
    }

    private func timeIsOver() {
        guard isResting else {
            keep()
            return schedule(Self.keepingSeconds)
        }
        let rest = PlayerReport.now - lastUse
        if rest + 0.01 < idleSeconds { return schedule(idleSeconds - rest) }
        leaveUnlessAsked()
    }

    /// Ends the process, unless a request is on its way.
    ///
    /// A message to itself comes back behind all requests that the bus has delivered before, also those that wait in the gate: it
    /// gives each sender its turn before. So the request that started the process is answered however short the rest is. One that
    /// comes later, before the name is free, is not performed: the bus answers it when the process has ended, and a program asks again.
    private func leaveUnlessAsked() {
        guard let desk else { return leave() }
        keep()
        // Nothing is left to write between the answer and the end.
        files?.finish()
        let decide: @Sendable (Bool) -> Void = { [weak self] isUnused in
            DispatchQueue.main.async { MainActor.assumeIsolated { isUnused ? self?.leave() : self?.waitForRest() } }
        }
        connection.perform { link in
            guard let before = desk.answeredCount else { return decide(false) }
            do throws(BusError) {
                try link.call(.ping(link.uniqueName ?? ""), seconds: 5) { _ in decide(desk.answeredCount == before) }
            } catch {
                decide(true)
            }
        }
    }

    /// Keeps the queue, says goodbye and ends the process.
    func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        // A place is kept as paused: the next start makes no sound by itself.
        keep()
        player.pause()
        // The process that comes next reads the files as soon as the name is free.
        files?.finish()
        var report = player.report
        report.isLeaving = true
        let last = report
        let isSaid = BusAnswer<Bool>()
        connection.perform { link in
            try? link.broadcast(
                MusicPlayerBus.path, MusicPlayerBus.interface, MusicPlayerBus.signal, [last.wireValue],
                signature: "a{sv}")
            link.releaseName(MusicPlayerBus.name)
            isSaid.finish(.success(true))
        }
        _ = try? isSaid.wait(seconds: 2)
        exit(0)
    }

    private static func leaveWithoutBus() {
        FileHandle.standardError.write(Data("musicplayerd: the message bus has ended\n".utf8))
        exit(1)
    }
}
