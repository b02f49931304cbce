// library-witness INDEX FOLDER WRITE: scans a folder of music into an index and gives each song a rating, and is killed in the
// middle of a write of the index. It prints each song whose rating is kept; at its end the number of writes.
// library-witness INDEX FOLDER full SONG: the disk is full after the first scan; SONG is a file that comes into the folder twice.
// library-witness INDEX FOLDER read-only: looks at an index that it may not write.
import CKillingFiles
import Glibc
import SordinoLibrary

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Waits for what another thread does; the test that started this program limits the time.
func wait(until isReached: () -> Bool) {
    while !isReached() { usleep(1_000) }
}

let words = CommandLine.arguments
guard words.count >= 4 else { exit(2) }
let places = LibraryPlaces(folders: [words[2]], index: words[1])
guard sordino_kill_at_write(Int(words[3]) ?? -1) == 0 else { exit(77) }

func writeAndBeKilled() throws {
    let library = MusicLibrary(places)
    try library.scan()
    for id in library.table.ids {
        try library.mark(id) { $0.rating = 4 }
        say("kept \(id)")
    }
    say("writes \(sordino_write_count())")
}

func workOnAFullDisk(_ song: String) {
    let library = MusicLibrary(places)
    library.beginWatching()
    wait { library.table.count == 1 }
    let id = library.table.ids[0]
    sordino_fill_disk(1)
    do { try library.mark(id) { $0.rating = 1 } } catch { say("refused: \(error)") }
    library.markWhenPossible(id) { $0.playCount += 1 }
    library.markWhenPossible(id) { $0.playCount += 2 }
    let before = sordino_refused_count()
    link(song, words[2] + "/first.wav")
    wait { sordino_refused_count() > before }
    say("full: \(library.table.count) songs, played \(library.table.number(.playCount, 0))")
    sordino_fill_disk(0)
    link(song, words[2] + "/second.wav")
    wait { library.table.count == 3 }
    wait { library.value(of: id) { $0.number(.playCount, $1) } == 3 }
    let other = MusicLibrary(places)
    say("free: \(other.table.count) songs, played \(other.value(of: id) { $0.number(.playCount, $1) } ?? 0)")
    library.endWatching()
}

func lookWithoutWriting() {
    // The administrator may write everywhere.
    if geteuid() == 0 { guard seteuid(65_534) == 0 else { exit(77) } }
    let library = MusicLibrary(places)
    say("songs \(library.table.count)")
    let id = library.table.ids.first ?? 0
    do { try library.mark(id) { $0.rating = 1 } } catch { say("refused: \(error)") }
    var list = Playlist()
    list.path = words[2] + "/list.m3u8"
    do { try library.write(list) } catch { say("refused: \(error)") }
    library.beginWatching()
    library.afterFirstScan { say("path \(library.details(of: id)?.path ?? "")") }
}

switch words[3] {
case "full": workOnAFullDisk(words.count > 4 ? words[4] : "")
case "read-only": lookWithoutWriting()
default:
    do { try writeAndBeKilled() } catch {
        say("failed: \(error)")
        exit(1)
    }
}
