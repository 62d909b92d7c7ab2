conda create -y -n issue_pad-averagepool-merged python=3.11
conda activate issue_pad-averagepool-merged
pip install -r requirements.txt pytest
pytest -sx test_issue_pad-averagepool-merged.py
