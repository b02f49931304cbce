// player-witness: does with the system's music player what its standard input says, a line each, and says the player's state.
// player-witness pick: has the person pick music, and says what was picked.
import Foundation
import MediaPlayer

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let player =
    CommandLine.arguments.last == "pick"
    ? MPMusicPlayerController.applicationMusicPlayer : MPMusicPlayerController.systemMusicPlayer
let names: [(NSNotification.Name, String)] = [
    (.MPMusicPlayerControllerNowPlayingItemDidChange, "item"),
    (.MPMusicPlayerControllerPlaybackStateDidChange, "state"),
    (.MPMusicPlayerControllerQueueDidChange, "queue"),
]
let observers = names.map { name, word in
    NotificationCenter.default.addObserver(forName: name, object: player, queue: nil) { _ in
        MainActor.assumeIsolated { say("noticed \(word) \(player.playbackState)") }
    }
}

@MainActor
func perform(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    // All songs of the library, once it has found that many.
    case "queue":
        let wanted = Int(words.dropFirst().first ?? "") ?? 1
        guard let songs = MPMediaQuery.songs().items, songs.count >= wanted else {
            return DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { perform(line) }
        }
        player.setQueue(with: .songs())
    case "watch": player.beginGeneratingPlaybackNotifications()
    case "play": player.play()
    case "pause": player.pause()
    case "stop": player.stop()
    case "next": player.skipToNextItem()
    case "seek": player.currentPlaybackTime = Double(words.dropFirst().first ?? "") ?? 0
    case "repeat": player.repeatMode = .all
    case "shuffle": player.shuffleMode = .songs
    case "go": player.nowPlayingItem = MPMediaQuery.songs().items?.first { $0.title == words.last }
    case "state": break
    default: exit(0)
    }
    let place = (player.currentPlaybackTime * 10).rounded() / 10
    say(
        "done \(line): \(player.playbackState) \(player.nowPlayingItem?.title ?? "-") \(place) "
            + "\(player.repeatMode == .all ? "all" : "-") \(player.shuffleMode == .songs ? "songs" : "-")")
}

/// Says what was picked, and ends.
final class Picked: NSObject, MPMediaPickerControllerDelegate {
    func mediaPicker(_ picker: MPMediaPickerController, didPickMediaItems items: MPMediaItemCollection) {
        say("picked \(items.items.compactMap(\.title).joined(separator: " "))")
        exit(0)
    }

    func mediaPickerDidCancel(_ picker: MPMediaPickerController) {
        say("cancelled")
        exit(0)
    }
}

if CommandLine.arguments.last == "pick" {
    let (presenter, picked) = (UIViewController(), Picked())
    @MainActor func pick() {
        guard MPMediaQuery.songs().items?.isEmpty == false else {
            return DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { pick() }
        }
        let picker = MPMediaPickerController(mediaTypes: .music)
        (picker.allowsPickingMultipleItems, picker.prompt, picker.delegate) = (true, "For the road", picked)
        presenter.present(picker, animated: true)
    }
    pick()
    dispatchMain()
}

say("ready \(type(of: player))")
Thread.detachNewThread {
    while let line = StandardInput.line() {
        DispatchQueue.main.async { MainActor.assumeIsolated { perform(line) } }
    }
    exit(0)
}
withExtendedLifetime(observers) { dispatchMain() }
