import Glibc

/// The contents of one folder: files that may be songs or playlists, and folders below.
struct FolderListing {
    /// Names of a folder at most; the rest is left out.
    static let nameLimit = 100_000

    var songs: [(name: String, stamp: FileStamp)] = []
    var playlists: [(name: String, stamp: FileStamp)] = []
    var folders: [String] = []
    /// The identity of the folder, by which loops of links are found.
    var device: UInt64 = 0
    var number: UInt64 = 0

    /// Lists a folder; nil if it is not there or cannot be read.
    ///
    /// Hidden names and those that are not UTF-8 are left out.
    init?(_ path: String) {
        guard let directory = opendir(path) else { return nil }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { return nil }
        (device, number) = (UInt64(own.st_dev), UInt64(own.st_ino))
        var count = 0
        while let entry = readdir(directory), count < Self.nameLimit {
            let kind = entry.pointee.d_type
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let name, !name.hasPrefix(".") else { continue }
            count += 1
            let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
            let isSong = SongReader.endings.contains(ending)
            let isPlaylist = PlaylistFile.endings.contains(ending)
            // Only links and unknown kinds need a look to know a folder.
            let mayBeFolder = kind == UInt8(DT_DIR) || kind == UInt8(DT_LNK) || kind == UInt8(DT_UNKNOWN)
            guard isSong || isPlaylist || mayBeFolder else { continue }
            if kind == UInt8(DT_DIR) {
                folders.append(name)
                continue
            }
            var status = stat()
            guard fstatat(descriptor, name, &status, 0) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                folders.append(name)
            } else if status.st_mode & S_IFMT == S_IFREG {
                var stamp = FileStamp()
                stamp.byteCount = Int64(status.st_size)
                stamp.changed = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
                (stamp.device, stamp.number) = (UInt64(status.st_dev), UInt64(status.st_ino))
                if isSong { songs.append((name, stamp)) }
                if isPlaylist { playlists.append((name, stamp)) }
            }
        }
        songs.sort { $0.name < $1.name }
        folders.sort()
    }
}
