conda create -y -n issue_mod-fmod-int64 python=3.11
conda activate issue_mod-fmod-int64
pip install -r requirements.txt pytest
pytest -sx test_issue_mod-fmod-int64.py
