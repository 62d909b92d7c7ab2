conda create -y -n issue_reduceprod-int64 python=3.11
conda activate issue_reduceprod-int64
pip install -r requirements.txt pytest
pytest -sx test_issue_reduceprod-int64.py
