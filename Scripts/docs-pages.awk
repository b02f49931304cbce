# Turns a page of Documentation/ into one of the site that Scripts/docs makes.
#
#   awk -f Scripts/docs-pages.awk PAGE... page=PATH PATH      all pages, for their headings; then the one to turn
#
# `name.md#heading` becomes `doc:name#Heading`; what the site does not show (manual pages, files of the repository) becomes text.

function base(path) {
    sub(/^.*\//, "", path)
    sub(/\.md$/, "", path)
    return path
}

# A heading's text without marks.
function plain(text) {
    gsub(/`|\*/, "", text)
    while (match(text, /\[[^\]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART, RLENGTH)
        words = link
        sub(/^\[/, "", words)
        sub(/\]\(.*$/, "", words)
        text = substr(text, 1, RSTART - 1) words substr(text, RSTART + RLENGTH)
    }
    return text
}

# The anchor that a repository's browser gives a heading.
function slug(text) {
    text = tolower(plain(text))
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return text
}

# The site's name of a page: the index is the guide itself.
function site(path) {
    return path ~ /Documentation\/README\.md$/ ? "Guide" : base(path)
}

function target(link, path, anchor, cut) {
    cut = index(link, "#")
    path = cut ? substr(link, 1, cut - 1) : link
    anchor = cut ? substr(link, cut + 1) : ""
    if (path == "") path = page
    else if (path ~ /^\.\.\//) path = substr(path, 4)
    else if (page ~ /^Documentation\//) path = "Documentation/" path
    if (!(path in seen) || path == "README.md") return ""
    if (anchor == "") return "doc:" site(path)
    return "doc:" site(path) "#" heading[path, anchor]
}

FNR == 1 { fenced = 0; turning = (page != "") }

!turning {
    seen[FILENAME] = 1
    if (/^```/) fenced = !fenced
    if (!fenced && /^##+ /) {
        text = $0
        sub(/^##+ /, "", text)
        anchor = text
        anchor = plain(anchor)
        gsub(/[ \t]/, "-", anchor)
        heading[FILENAME, slug(text)] = anchor
    }
    next
}

/^```/ { fenced = !fenced }
fenced { print; next }
/^<!--.*-->$/ { next }
{
    rest = $0
    line = ""
    while (match(rest, /\[[^\]]*\]\([^)]*\)/)) {
        before = substr(rest, 1, RSTART - 1)
        link = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        words = link
        sub(/^\[/, "", words)
        sub(/\]\([^)]*\)$/, "", words)
        address = link
        sub(/^.*\]\(/, "", address)
        sub(/\)$/, "", address)
        if (address ~ /:\/\//) ;
        else if (before ~ /!$/) {
            sub(/^.*\//, "", address)
            link = "[" words "](" address ")"
        } else {
            found = target(address)
            link = found == "" ? words : "[" words "](" found ")"
        }
        line = line before link
    }
    line = line rest
    if (page == "Documentation/README.md") sub(/^# Documentation$/, "# Guide", line)
    print line
    # The index is the landing page of the guide.
    if (page == "Documentation/README.md" && !titled && /^# /) {
        titled = 1
        print "\n@Metadata {\n    @TechnologyRoot\n}\n\nPages about Sordino: where to start, how each part works, what was measured."
    }
}
