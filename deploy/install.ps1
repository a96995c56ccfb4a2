# Installs, upgrades or removes Axlens for the current user on Windows (docs/install.md).
# Runs in Windows PowerShell 5.1 and later.
#
#   install.ps1 [-Version V] [-Sums FILE] [-NoRegister]
#   install.ps1 -Uninstall [-Purge]
#
# AXLENS_DOWNLOAD_URL: the download location (docs/install.md, "Download location")
# AXLENS_INSTALL_DIR: the folder to install into; default: %LOCALAPPDATA%\Programs\Axlens

param(
    # This version; default: the newest one.
    [string]$Version = '',
    # This list of checksums; default: the one at the download location.
    [string]$Sums = '',
    # Do not register the native messaging host with the browsers.
    [switch]$NoRegister,
    # Stop Axlens, remove its registrations and its programs; keep the stored data.
    [switch]$Uninstall,
    # With -Uninstall: also remove the stored data (audit log, tokens, keys).
    [switch]$Purge
)

# Everything is in this block: a truncated script is a syntax error and does nothing. Its functions
# do not stay in a session that runs the script with Invoke-Expression.
& {

# The same as in deploy/download-url.txt.
$DefaultUrl = 'https://downloads.axlens.example'

function Stop-Here([string]$Message, [string]$NextStep) {
    throw "axlens: ${Message}: $NextStep"
}

function Test-Version([string]$Text, [string]$NextStep) {
    if ($Text -notmatch '^[0-9]+\.[0-9]+\.[0-9]+[0-9A-Za-z.+-]*$') {
        Stop-Here "not a version: $Text" $NextStep
    }
}

# Accepts https, and http to this machine for tests and mirrors on it.
function Get-Base {
    $base = if ($env:AXLENS_DOWNLOAD_URL) { $env:AXLENS_DOWNLOAD_URL } else { $DefaultUrl }
    $base = $base.TrimEnd('/')
    $isLoopback = $base -match '^http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?(/[^@\s]*)?$'
    if (-not $isLoopback -and $base -notmatch '^https://[^/@?#\s]+(/[^@?#\s]*)?$') {
        Stop-Here "not a secure download URL: $base" 'set AXLENS_DOWNLOAD_URL to an https:// URL'
    }
    $base
}

function Get-Target {
    $target = $env:AXLENS_INSTALL_DIR
    if (-not $target) { $target = Join-Path $env:LOCALAPPDATA 'Programs\Axlens' }
    if (-not [IO.Path]::IsPathRooted($target)) {
        Stop-Here "cannot install into '$target'" 'set AXLENS_INSTALL_DIR to an absolute path'
    }
    $target.TrimEnd('\')
}

# Windows on ARM64 runs programs for x86-64.
function Test-Platform {
    if ($env:OS -ne 'Windows_NT') {
        Stop-Here 'this is not Windows' 'run install.sh in a shell'
    }
    $processor = $env:PROCESSOR_ARCHITEW6432
    if (-not $processor) { $processor = $env:PROCESSOR_ARCHITECTURE }
    if ($processor -notin 'AMD64', 'ARM64') {
        Stop-Here "no archive for the processor $processor" 'build Axlens from source (README.md)'
    }
}

# The configuration file of curl is not read, because it could turn off the check of certificates.
function Save-File([string]$Url, [string]$Path) {
    $curl = Get-Command curl.exe -CommandType Application -ErrorAction SilentlyContinue |
        Select-Object -First 1 -ExpandProperty Source
    if (-not $curl) {
        Stop-Here 'curl.exe is missing' 'install it; Windows 10 has it since version 1803'
    }
    $scheme = $Url.Substring(0, $Url.IndexOf(':'))
    & $curl -q --silent --fail --location --proto "=$scheme" --connect-timeout 20 `
        --speed-limit 1 --speed-time 30 --output $Path $Url
    switch ($LASTEXITCODE) {
        0 { return }
        18 { Stop-Here "$Url ended too early" 'run this again' }
        22 { Stop-Here "$Url is not there" 'check -Version and AXLENS_DOWNLOAD_URL' }
        23 { Stop-Here "cannot write $Path" 'free space on the disk, then run this again' }
        { $_ -in 35, 60 } {
            Stop-Here "$Url has no valid certificate" 'check AXLENS_DOWNLOAD_URL and the clock'
        }
    }
    Stop-Here "cannot download $Url (curl: $LASTEXITCODE)" 'check the connection, then run this again'
}

function Test-Own([string]$Target) {
    (Test-Path -LiteralPath "$Target\axlens.exe") -and (Test-Path -LiteralPath "$Target\extension")
}

function Test-Free([string]$Target) {
    -not (Test-Path -LiteralPath $Target) -or -not (Get-ChildItem -LiteralPath $Target -Force)
}

# Removes what earlier installations left: folders that were in use then, and those of installers
# that were killed. One that was killed in the middle of the exchange is undone.
function Clear-Stages([string]$Target) {
    $parent = Split-Path -Parent $Target
    foreach ($left in Get-ChildItem -LiteralPath $parent -Filter '.axlens-install.*' -Directory -Force) {
        $owner = [int]($left.Name -replace '^.*\.', '')
        if ($owner -ne $PID -and (Get-Process -Id $owner -ErrorAction SilentlyContinue)) { continue }
        if (-not (Test-Path -LiteralPath "$($left.FullName)\complete")) {
            Undo-Exchange $left.FullName $Target
        }
        Remove-Item -LiteralPath $left.FullName -Recurse -Force -ErrorAction SilentlyContinue
    }
}

function New-Stage([string]$Target) {
    $parent = Split-Path -Parent $Target
    $hint = 'allow yourself to write there, or set AXLENS_INSTALL_DIR'
    try { $null = New-Item -ItemType Directory -Force -Path $parent }
    catch { Stop-Here "cannot create $parent" $hint }
    Clear-Stages $Target
    if (-not (Test-Own $Target) -and -not (Test-Free $Target)) {
        Stop-Here "$Target has files that are not of Axlens" 'set AXLENS_INSTALL_DIR to another folder'
    }
    $stage = Join-Path $parent ".axlens-install.$PID"
    try { $null = New-Item -ItemType Directory -Path $stage }
    catch { Stop-Here "cannot write to $parent" $hint }
    $stage
}

# Renames. A running program can be renamed, but neither removed, nor can its folder be renamed.
function Move-Entries([string]$From, [string]$To) {
    $null = New-Item -ItemType Directory -Force -Path $To
    foreach ($entry in Get-ChildItem -LiteralPath $From -Force) {
        $place = Join-Path $To $entry.Name
        if ($entry.PSIsContainer) { [IO.Directory]::Move($entry.FullName, $place) }
        else { [IO.File]::Move($entry.FullName, $place) }
    }
}

# Puts the entries of the old installation back.
function Undo-Exchange([string]$Stage, [string]$Target) {
    if (-not (Test-Path -LiteralPath "$Stage\old")) { return }
    foreach ($entry in Get-ChildItem -LiteralPath "$Stage\old" -Force) {
        $place = Join-Path $Target $entry.Name
        if (Test-Path -LiteralPath $place) { Remove-Item -LiteralPath $place -Recurse -Force }
    }
    Move-Entries "$Stage\old" $Target
    Remove-Item -LiteralPath "$Stage\old" -Recurse -Force
}

function Switch-Installation([string]$Stage, [string]$New, [string]$Target) {
    try {
        if (Test-Path -LiteralPath $Target) {
            Move-Entries $Target "$Stage\old"
            Move-Entries $New $Target
        }
        else { [IO.Directory]::Move($New, $Target) }
    }
    catch {
        $cause = $_.Exception.Message
        Undo-Exchange $Stage $Target
        Stop-Here "cannot replace $Target, nothing is changed ($cause)" `
            'close the programs that use it, then run this again'
    }
    $null = New-Item -ItemType File -Path "$Stage\complete"
}

function Get-NewestVersion([string]$Base, [string]$Stage) {
    Save-File "$Base/latest/VERSION" "$Stage\VERSION"
    $text = "$(Get-Content -LiteralPath "$Stage\VERSION" -TotalCount 1)".Trim()
    Test-Version $text 'check AXLENS_DOWNLOAD_URL, whose latest/VERSION is no version'
    $text
}

function Save-Archive([string]$Base, [string]$Wanted, [string]$Name, [string]$Stage) {
    $list = $Sums
    if (-not $list) {
        $list = "$Stage\SHA256SUMS"
        Save-File "$Base/$Wanted/SHA256SUMS" $list
    }
    $pattern = '^([0-9a-f]{64}) [ *]' + [regex]::Escape($Name) + '$'
    $line = Get-Content -LiteralPath $list | Where-Object { $_ -match $pattern }
    if (-not $line) {
        Stop-Here "SHA256SUMS of $Wanted does not list $Name" 'choose another -Version'
    }
    $expected = "$line".Substring(0, 64)
    Write-Host "downloading $Name"
    Save-File "$Base/$Wanted/$Name" "$Stage\archive.zip"
    $found = (Get-FileHash -LiteralPath "$Stage\archive.zip" -Algorithm SHA256).Hash
    if ($found -ne $expected) {
        Stop-Here "$Name has a wrong checksum, nothing is installed" 'run this again; if it stays, report it'
    }
}

function Expand-Checked([string]$Name, [string]$Stage) {
    try {
        Expand-Archive -LiteralPath "$Stage\archive.zip" -DestinationPath "$Stage\unpacked"
    }
    catch {
        Stop-Here "cannot unpack $Name.zip, nothing is changed" 'free space on the disk, then run this again'
    }
    $new = "$Stage\unpacked\$Name"
    foreach ($part in 'axlens.exe', 'axlens-native-host.exe', 'extension\manifest.json') {
        if (-not (Test-Path -LiteralPath "$new\$part")) {
            Stop-Here "$Name.zip has no $part, nothing is changed" 'report it'
        }
    }
    $null = & "$new\axlens.exe" --version
    if ($LASTEXITCODE -ne 0) {
        Stop-Here "$Name does not start here, nothing is changed" 'report it with the lines above'
    }
    $new
}

# Sets the user's PATH without expanding the variables in it.
function Set-UserPath([string]$Target, [bool]$Add) {
    $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
    try {
        $path = $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
        $folders = @($path -split ';' | Where-Object { $_ -and $_ -ne $Target })
        if ($Add) { $folders += $Target }
        $changed = $folders -join ';'
        if ($changed -eq $path) { return }
        $key.SetValue('Path', $changed, 'ExpandString')
    }
    finally { $key.Close() }
    # Programs that start later read it: setting a variable in this way announces the change.
    [Environment]::SetEnvironmentVariable('AXLENS_PATH_CHANGED', $null, 'User')
}

function Write-NextSteps([string]$Wanted, [string]$Target, [bool]$IsUpgrade) {
    Write-Host ''
    Write-Host "Axlens $Wanted is installed in $Target"
    if ($IsUpgrade) {
        Write-Host 'next: choose Reload at Axlens in chrome://extensions. A server that runs keeps its old'
        Write-Host 'version until it ends: axlens stop, then axlens install'
    }
    else {
        Write-Host 'next: open chrome://extensions, turn on Developer mode, choose Load unpacked, select'
        Write-Host "  $Target\extension"
        Write-Host 'and then run in a new window, which has the new PATH: axlens doctor'
    }
    if ($NoRegister) { Write-Host 'not registered with a browser: run axlens install' }
}

function Install-Axlens {
    Test-Platform
    $base = Get-Base
    $target = Get-Target
    $stage = New-Stage $target
    try {
        $wanted = if ($Version) { $Version -replace '^v', '' } else { Get-NewestVersion $base $stage }
        Test-Version $wanted 'use -Version with numbers such as 1.2.3'
        $name = "axlens-$wanted-x86_64-pc-windows-gnu"
        Save-Archive $base $wanted "$name.zip" $stage
        $new = Expand-Checked $name $stage
        $isUpgrade = Test-Own $target
        Switch-Installation $stage $new $target
    }
    finally {
        if ((Test-Path -LiteralPath "$stage\complete") -or -not (Test-Path -LiteralPath "$stage\old")) {
            # What a running program still uses is removed by the next installation.
            Remove-Item -LiteralPath $stage -Recurse -Force -ErrorAction SilentlyContinue
        }
    }
    Set-UserPath $target $true
    if (-not $NoRegister) {
        & "$target\axlens.exe" install | Where-Object { $_ -notmatch '^next: ' } | Out-Host
        if ($LASTEXITCODE -ne 0) {
            Stop-Here "Axlens is in $target, but not registered with a browser" 'run axlens install'
        }
    }
    Write-NextSteps $wanted $target $isUpgrade
}

function Uninstall-Axlens {
    Test-Platform
    $target = Get-Target
    if (-not (Test-Own $target)) {
        Stop-Here "no Axlens in $target" 'set AXLENS_INSTALL_DIR to its folder'
    }
    Clear-Stages $target
    $arguments = @('uninstall') + @(if ($Purge) { '--purge' })
    & "$target\axlens.exe" $arguments | Out-Host
    if ($LASTEXITCODE -ne 0) {
        Stop-Here 'axlens uninstall failed, nothing is removed' 'see the lines above, then run this again'
    }
    Set-UserPath $target $false
    try { Remove-Item -LiteralPath $target -Recurse -Force }
    catch {
        Stop-Here "$target is in use" 'close the browsers, then remove the folder'
    }
    Write-Host "removed $target"
}

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
try {
    if ($Purge -and -not $Uninstall) {
        Stop-Here '-Purge removes stored data' 'use it with -Uninstall'
    }
    if ($Uninstall) { Uninstall-Axlens } else { Install-Axlens }
    $code = 0
}
catch {
    $line = $_.Exception.Message
    if (-not $line.StartsWith('axlens: ')) { $line = "axlens: ${line}: report it" }
    [Console]::Error.WriteLine($line)
    $code = 1
}
# `exit` would close a session that runs the script with Invoke-Expression.
if ($PSCommandPath) { exit $code }
$global:LASTEXITCODE = $code

}
