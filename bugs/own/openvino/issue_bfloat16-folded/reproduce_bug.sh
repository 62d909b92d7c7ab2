conda create -y -n issue_bfloat16-folded python=3.11
conda activate issue_bfloat16-folded
pip install -r requirements.txt pytest
pytest -sx test_issue_bfloat16-folded.py
