conda create -y -n issue_reduceprod-float64 python=3.11
conda activate issue_reduceprod-float64
pip install -r requirements.txt
pytest -sx test_issue_reduceprod-float64.py
