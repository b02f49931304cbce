// library-witness INDEX FOLDER WRITE: scans a folder of music into an index and gives each song a rating, and is killed in the
// middle of a write of the index. It prints each song whose rating is kept; at its end the number of writes.
import CKillingFiles
import Glibc
import SordinoLibrary

func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

let words = CommandLine.arguments
guard words.count == 4, let number = Int(words[3]) else { exit(2) }
guard sordino_kill_at_write(number) == 0 else { exit(77) }
do {
    let library = MusicLibrary(LibraryPlaces(folders: [words[2]], index: words[1]))
    try library.scan()
    for id in library.table.ids {
        try library.mark(id) { $0.rating = 4 }
        say("kept \(id)")
    }
    say("writes \(sordino_write_count())")
} catch {
    say("failed: \(error)")
    exit(1)
}
