import SordinoRealtime
import Testing

/// The folders of a person, as the XDG Base Directory Specification has them.
@Suite struct BaseFoldersTests {
    private static let home = ["HOME": "/users/anna"]
    private static let all: [(String, String, @Sendable (BaseFolders) -> String?)] = [
        ("XDG_DATA_HOME", "/users/anna/.local/share", \.data),
        ("XDG_CONFIG_HOME", "/users/anna/.config", \.configuration),
        ("XDG_STATE_HOME", "/users/anna/.local/state", \.state), ("XDG_CACHE_HOME", "/users/anna/.cache", \.cache),
    ]

    @Test(arguments: all.indices) func aRelativePathCountsAsNone(_ index: Int) {
        let (name, usual, folder) = Self.all[index]
        func found(_ value: String?) -> String? {
            folder(BaseFolders(Self.home.merging(value.map { [name: $0] } ?? [:]) { $1 }))
        }
        #expect(found("/else/where") == "/else/where")
        for value in [nil, "", "relative", "./here", "~/there", "../up"] { #expect(found(value) == usual) }
        #expect(folder(BaseFolders([name: "relative"])) == nil)
        #expect(folder(BaseFolders([name: "relative", "HOME": "also/relative"])) == nil)
    }

    @Test func relativePartsOfListsAreIgnored() {
        let usual = ["/users/anna/.local/share", "/usr/local/share", "/usr/share"]
        #expect(BaseFolders(Self.home).allData == usual)
        #expect(BaseFolders(Self.home.merging(["XDG_DATA_DIRS": ""]) { $1 }).allData == usual)
        #expect(
            BaseFolders(["XDG_DATA_DIRS": "a:/b::./c:/d", "XDG_DATA_HOME": "x"]).allData == ["/b", "/d"])
        #expect(
            BaseFolders(["XDG_CONFIG_DIRS": "etc:/etc/one", "HOME": "/h"]).allConfiguration == [
                "/h/.config", "/etc/one",
            ])
        #expect(BaseFolders(["XDG_CONFIG_HOME": "/c"]).allConfiguration == ["/c", "/etc/xdg"])
    }

    @Test func othersHaveNoPlaceOfTheirOwn() {
        #expect(BaseFolders(["XDG_RUNTIME_DIR": "/run/user/1"]).runtime == "/run/user/1")
        for value in ["", "run"] { #expect(BaseFolders(["XDG_RUNTIME_DIR": value]).runtime == nil) }
        #expect(BaseFolders(["STATE_DIRECTORY": "/var/lib/one:/var/lib/two"]).unitState == "/var/lib/one")
        #expect(BaseFolders(["STATE_DIRECTORY": "one"]).unitState == nil)
    }
}
